import { outliveReader } from './run-pay'
import { startPay } from './start-pay'

outliveReader()
process.exitCode = await startPay(process.argv.slice(2), process.env)
