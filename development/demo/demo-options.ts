import { parseArgs } from 'node:util'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'

export type DemoOptions = ReturnType<typeof parseDemoOptions>

const DEMO_USAGE = `Usage: npm run demo -- [options]
  --port <n>        where the site answers (4021); 0 takes a free port
  --free-ports      free ports for the local networks and the sample services, for a second demo beside the first
  --evm-port <n>    (8545)    --svm-port <n>    (8899)    --avm-port <n>    (4001)
  --services-port <n>  the first of three ports for the sample services (4022)
  --data-dir <dir>  where the database and the chains are kept (.data)
  --dev             serve with next dev instead of a build`

const port = z.coerce.number().int().min(0).max(65_535)
const schema = z.object({
  port: port.default(4021),
  'evm-port': port.default(8545),
  'svm-port': port.default(8899),
  'avm-port': port.default(4001),
  // The last of the three must be a port too.
  'services-port': z.coerce.number().int().min(1).max(65_533).default(4022),
  'free-ports': z.boolean().default(false),
  'data-dir': z.string().min(1).default('.data'),
  dev: z.boolean().default(false),
})

/** Reads the demo's command line. Throws USAGE for an unknown flag or an invalid port. */
export function parseDemoOptions(args: string[]) {
  const values = parseFlags(args)
  const result = schema.safeParse(values)
  if (!result.success) {
    const flags = result.error.issues.map(({ path }) => `--${path.join()}`)
    throw new DomainError('USAGE', `Not a usable value for ${flags.join(', ')}.\n${DEMO_USAGE}`)
  }
  const flags = result.data
  const chainPorts = { evm: flags['evm-port'], svm: flags['svm-port'], avm: flags['avm-port'] }
  return {
    port: flags.port,
    chainPorts: flags['free-ports'] ? ('free' as const) : chainPorts,
    // The first of three in a row.
    servicePorts: flags['free-ports'] ? ('free' as const) : { first: flags['services-port'] },
    dataDir: flags['data-dir'],
    // With `next dev`: no build, pages change as their files do.
    isDev: flags.dev,
  }
}

function parseFlags(args: string[]) {
  const typeOf = (name: string) => (['free-ports', 'dev'].includes(name) ? 'boolean' : 'string')
  const options = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, { type: typeOf(name) } as const]))
  try {
    return parseArgs({ args, options }).values
  } catch (cause) {
    throw new DomainError('USAGE', `${(cause as Error).message}\n${DEMO_USAGE}`, { cause })
  }
}
