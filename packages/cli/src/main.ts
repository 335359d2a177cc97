import { outliveReader } from './pay/run-pay'
import { runTurnpike } from './run-turnpike'

outliveReader()
process.exitCode = await runTurnpike(process.argv.slice(2), process.env)
