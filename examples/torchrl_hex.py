"""Learns Hex 4x4 against random players with TorchRL, on the cores or on the GPU: `python examples/torchrl_hex.py`."""

import sys

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from hexagora.research import torchrl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
torch.manual_seed(1)
torch.set_num_threads(1)
env = torchrl.env("hex", 256, size=4, seat=2, swap=False, device=DEVICE)
size, actions = env.vector.catalogue.size, env.game.actions
net = torch.nn.Sequential(torch.nn.Linear(size, 128), torch.nn.ReLU(), torch.nn.Linear(128, actions)).to(DEVICE)
policy = ProbabilisticActor(TensorDictModule(net, ["observation"], ["logits"]),
                            in_keys={"logits": "logits", "mask": "action_mask"}, distribution_class=MaskedCategorical)
optimiser = torch.optim.Adam(net.parameters(), 3e-3)


def won(steps: int = 40) -> float:
    """The part of matches won by the policy's favourite actions."""
    with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
        played = env.rollout(steps, policy, break_when_any_done=False)["next"]
    return ((played["reward"] > 0) & played["done"]).sum().item() / played["done"].sum().item()


print(f"won before: {won():.0%}")
for _ in range(ROUNDS):  # REINFORCE: what was played in matches that were won becomes likelier
    with torch.no_grad():
        played = env.rollout(16, policy, break_when_any_done=False)
    gain, after = torch.zeros_like(played["next", "reward"]), torch.zeros(256, 1, device=DEVICE)
    for t in reversed(range(gain.shape[1])):
        after = torch.where(played["next", "done"][:, t], played["next", "reward"][:, t], after)
        gain[:, t] = after
    chosen = policy.get_dist(played).log_prob(played["action"])
    loss = -(chosen * (gain.squeeze(-1) - gain.mean())).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
print(f"won after: {won():.0%}")
