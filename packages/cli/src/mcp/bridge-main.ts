import { bridgeCommand } from './bridge'

process.exitCode = await bridgeCommand([], process.env)
