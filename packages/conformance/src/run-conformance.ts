import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { printLines } from '@/lib/base/infra/process'
import { VERSION } from '@/lib/base/infra/version'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { linesOf, reportMarkdown } from './reports'
import { isFault, type PayerKey, type Report, runChecks } from './run-checks'

const EXIT = { right: 0, wrong: 1, usage: 2 }

/** Checks what the command line names, prints and writes the reports, and returns the exit code. */
export async function runConformance(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  let given: ReturnType<typeof parseArguments>
  try {
    given = parseArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : 'The command line cannot be read.'}\n\n${usage}`)
    return EXIT.usage
  }
  if (typeof given === 'string') {
    console.log(given)
    return EXIT.right
  }
  const { urls, markdownFile, isStrict, ...options } = given
  const reports: Report[] = []
  for (const url of urls) {
    try {
      reports.push(await runChecks(url, { ...options, payer: readPayer(env, url) }))
    } catch (error) {
      console.error(`${url} cannot be checked: ${error instanceof Error ? describe(error) : 'unknown'}`)
      return EXIT.usage
    }
  }
  for (const report of reports) printLines([...linesOf(report, isStrict), ''])
  if (markdownFile !== null) await writeFile(markdownFile, reportMarkdown(reports, isStrict))
  const hasFault = reports.some(({ results }) => results.some((result) => isFault(result, isStrict)))
  return hasFault ? EXIT.wrong : EXIT.right
}

/** An empty variable means the same as none. */
function readPayer(env: NodeJS.ProcessEnv, url: string): PayerKey {
  const evmKey = env.EVM_PRIVATE_KEY?.trim()
  return { ...(evmKey ? { evmKey } : {}), rpcUrls: chainUrls(env, isOnThisMachine(new URL(url))) }
}

/** The cause of a failed connection says more than the failure. */
const describe = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message || message : message)

const usage = `Checks a server against the wire format of x402 version 2, from outside.

  turnpike-conformance URL [URL ...] [options]

Each URL is a resource that costs money. Nothing is paid without a key: EVM_PRIVATE_KEY (0x…) names a wallet that
pays each URL up to --max for each scheme that it offers; chains are read at EVM_RPC_URLS_84532 and EVM_RPC_URLS_8453.

  --method METHOD      how the resources are asked for (default GET)
  --facilitator URL    base address of a facilitator, such as https://example.com/facilitator
  --mcp URL            an MCP server (streamable HTTP); --tool NAME is a paid tool of it
  --arguments JSON     what that tool is called with (default {})
  --max DOLLARS        the most that one payment may be (default 0.01)
  --markdown FILE      write the report as Markdown
  --strict             count what is only recommended, and what this project asks of its own servers, as wrong too
  --version            which version this is
  --help               this text

Exit: 0 nothing wrong, 1 something wrong, 2 wrong usage or no server.
`

const options = {
  method: { type: 'string', default: 'GET' },
  facilitator: { type: 'string' },
  mcp: { type: 'string' },
  tool: { type: 'string' },
  arguments: { type: 'string', default: '{}' },
  max: { type: 'string', default: '0.01' },
  markdown: { type: 'string' },
  strict: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** The checks that are asked for, or a text to print. Throws with a sentence for what is not understood. */
function parseArguments(args: string[]) {
  const { values, positionals: urls } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return usage
  if (values.version) return VERSION
  if (urls.length === 0) throw new Error('Name at least one URL of a paid resource.')
  const addresses = [...urls, values.facilitator, values.mcp].filter((url) => url !== undefined)
  const unread = addresses.find((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  if (unread !== undefined) throw new Error(`Expected an http or https URL, got "${unread}".`)
  const dollars = /^\$?(\d{1,6})(?:\.(\d{1,6}))?$/.exec(values.max)
  if (!dollars) throw new Error(`--max takes dollars such as 0.01; got "${values.max}".`)
  if (values.tool !== undefined && values.mcp === undefined)
    throw new Error('--tool needs the server that has it: --mcp URL.')
  const input = parseObject(values.arguments)
  if (input === null) throw new Error(`--arguments takes a JSON object; got ${values.arguments}.`)
  return {
    urls,
    method: values.method.toUpperCase(),
    facilitator: values.facilitator?.replace(/\/+$/, '') ?? null,
    mcp: values.mcp === undefined ? null : { url: values.mcp, tool: values.tool ?? null, arguments: input },
    maxAtomic: BigInt(`${dollars[1]}${(dollars[2] ?? '').padEnd(6, '0')}`),
    markdownFile: values.markdown ?? null,
    isStrict: values.strict,
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return z.record(z.unknown()).parse(JSON.parse(text))
  } catch {
    return null // The command line is refused with the words that it has.
  }
}
