import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { startBridge } from './start-bridge'

// Stdout belongs to the protocol: what a library prints goes to stderr.
console.log = console.error
console.info = console.error
console.debug = console.error

if (!(await startBridge(process.env, { transport: new StdioServerTransport(), print: console.error }))) {
  process.exitCode = 1
}
