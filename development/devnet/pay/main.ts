import { outliveReader } from '@/packages/cli/src/pay/run-pay'
import { payLocally } from './pay-locally'

outliveReader()
process.exitCode = await payLocally(process.argv.slice(2), process.env)
