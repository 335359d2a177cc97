import { writeFile } from 'node:fs/promises'
import { printLines } from '@/lib/base/infra/print-lines'
import { VERSION } from '@/lib/base/infra/version'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { parseArguments, usage } from './parse-arguments'
import { linesOf, reportMarkdown } from './reports'
import { isFault, type PayerKey, type Report, runChecks } from './run-checks'

const EXIT = { right: 0, wrong: 1, usage: 2 }

/** Checks what the command line names, prints and writes the reports, and returns the exit code. */
export async function runConformance(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const parsed = parseArguments(args)
  if (parsed.kind === 'help' || parsed.kind === 'version') {
    console.log(parsed.kind === 'help' ? usage : VERSION)
    return EXIT.right
  }
  if (parsed.kind === 'wrong') {
    console.error(`${parsed.problem}\n\n${usage}`)
    return EXIT.usage
  }
  const { urls, markdownFile, isStrict, ...options } = parsed.arguments
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
