from hexagora.cli import main

main()
