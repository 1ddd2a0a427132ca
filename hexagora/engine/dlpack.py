"""Arrays handed from one library to another without a copy: the structures of DLPack, and capsules of them.

Whoever gives keeps the memory until the taker calls the deleter. PyTorch, JAX, CuPy and NumPy take such capsules
(`from_dlpack`); with `borrowed` we read what they give.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of devices
NAME = b"dltensor"  # of a capsule that nobody has taken yet
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # codes of types by NumPy's letters
LETTERS = {code: letter for letter, code in KINDS.items()}


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))

_given: dict[int, Any] = {}  # what others hold: the structure and the array, by the structure's address


def _forget(address: int, given: dict[int, Any] = _given) -> None:  # when Python ends, names go before callbacks do
    given.pop(address, None)


def _forget_untaken(capsule: int, valid: Any = _is_valid, pointer: Any = _pointer, forget: Any = _forget) -> None:
    if valid(capsule, b"dltensor"):
        forget(pointer(capsule, b"dltensor"))


_let_go = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_forget)  # called by whoever took it
_capsule_gone = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_forget_untaken)  # called with every capsule that goes


def capsule(owner: Any, pointer: int, shape: tuple[int, ...], dtype: "np.dtype[Any]", device: int) -> Any:
    """An array of C order as a capsule; `owner` is kept until whoever takes it lets go."""
    managed = Managed()
    sizes = (ctypes.c_int64 * max(len(shape), 1))(*shape)
    tensor = managed.tensor
    tensor.data, tensor.device, tensor.ndim, tensor.lanes = pointer, device, len(shape), 1
    tensor.code, tensor.bits = KINDS[dtype.kind], dtype.itemsize * 8
    tensor.shape = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
    managed.deleter = ctypes.cast(_let_go, ctypes.c_void_p)
    address = ctypes.addressof(managed)
    _given[address] = (managed, sizes, owner)
    return _api.PyCapsule_New(address, NAME, ctypes.cast(_capsule_gone, ctypes.c_void_p))


def borrowed(given: Any) -> tuple[int, tuple[int, ...], "np.dtype[Any]"]:
    """Address, shape and type of the array in a capsule, which stays its giver's; only arrays of C order."""
    found = ctypes.cast(_pointer(id(given), NAME), ctypes.POINTER(Managed)).contents.tensor
    shape = tuple(found.shape[k] for k in range(found.ndim))
    if found.strides:
        expected = 1
        for k in reversed(range(found.ndim)):
            if shape[k] > 1 and found.strides[k] != expected:
                raise BufferError("the array is not contiguous")
            expected *= shape[k]
    dtype = np.dtype(f"{LETTERS.get(found.code, 'V')}{found.bits // 8}")
    return (found.data or 0) + found.byte_offset, shape, dtype
