"""Learns Hex 3x3 against random players with RLlib's PPO: `python examples/rllib_hex.py`."""

import sys

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from hexagora.research import rllib

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
register_env("hexagora", rllib.env)
config = (
    PPOConfig()
    .environment("hexagora", env_config={"game": "hex", "size": 3, "seat": 2, "swap": False})
    .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule,
                                           model_config={"fcnet_hiddens": [64, 64], "head_fcnet_hiddens": []}))
    .training(lr=3e-4, train_batch_size_per_learner=1024, minibatch_size=128, num_epochs=6, entropy_coeff=0.01)
    .debugging(seed=1)
)
algorithm = config.build_algo()
for k in range(ROUNDS):  # the return of a match is 1 for a win and -1 for a loss
    mean = algorithm.train()["env_runners"]["episode_return_mean"]
    if k in (0, ROUNDS - 1):
        print(f"won in round {k + 1}: {(mean + 1) / 2:.0%}", flush=True)
algorithm.stop()
