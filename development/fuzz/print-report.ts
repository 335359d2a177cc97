import type { FuzzRequest } from './build-request'
import type { Failure, FuzzReport } from './run-fuzz'

/** A line per endpoint and one per kind of failure, each with a command that sends it again. */
export function printReport(report: FuzzReport, origin: string): void {
  const classes = [...new Set([...report.counts.values()].flatMap((row) => [...row.keys()]))].sort()
  console.log(`${'endpoint'.padEnd(44)}${classes.map((name) => name.padStart(10)).join('')}`)
  const total = new Map<string, number>()
  for (const [endpoint, row] of [...report.counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${endpoint.padEnd(44)}${classes.map((name) => String(row.get(name) ?? '').padStart(10)).join('')}`)
    for (const [name, count] of row) total.set(name, (total.get(name) ?? 0) + count)
  }
  console.log(`${'all'.padEnd(44)}${classes.map((name) => String(total.get(name) ?? '').padStart(10)).join('')}`)
  for (const failure of report.failures) console.log(`\n${describe(failure)}\n${toCurl(failure.request, origin)}`)
}

const describe = ({ index, request, what }: Failure) => `#${index} ${request.endpoint}: ${what}`

function toCurl({ method, target, headers, body }: FuzzRequest, origin: string): string {
  const parts = headers.map(([name, value]) => `-H ${quote(`${name}: ${value.replaceAll(/[\r\n]/g, ' ')}`)}`)
  const payload = body ? ` --data-binary ${quote(body.toString('latin1').slice(0, 2_000))}` : ''
  const cut = body && body.length > 2_000 ? '  # cut; send the request by its number instead' : ''
  return `curl -i --path-as-is -X ${quote(method)} --request-target ${quote(target)} ${parts.join(' ')}${payload} ${quote(origin)}${cut}`
}

/** Quotes for a shell, including bytes that no terminal shows. */
const quote = (text: string) =>
  `$'${[...Buffer.from(text, 'utf8')].map((byte) => (byte < 32 || byte > 126 || byte === 39 || byte === 92 ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte))).join('')}'`
