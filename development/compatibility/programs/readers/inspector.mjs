import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { at, endWithFaults } from '../reading.mjs'

/** Lists the tools of both servers, and calls a paid one, which answers its terms. */
const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const inspect = async (path, ...args) => {
  const given = [program, '--cli', at(path), '--transport', 'http', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 40_000 }).catch((error) => error)
  return stdout ?? ''
}
const faults = []
for (const [path, name] of [
  ['/mcp', 'get_weather'],
  ['/mcp/discovery', 'search_resources'],
]) {
  const listed = await inspect(path, '--method', 'tools/list')
  if (!listed.includes(`"${name}"`)) faults.push(`${path} does not list ${name}: ${listed.slice(0, 120)}`)
}
const called = await inspect(
  '/mcp',
  '--method',
  'tools/call',
  '--tool-name',
  'get_weather',
  '--tool-arg',
  'city=Lisbon',
)
if (!called.includes('x402Version')) faults.push(`a paid tool does not answer its terms: ${called.slice(0, 120)}`)
endWithFaults(faults)
