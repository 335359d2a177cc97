import { printLines } from '@/lib/base/infra/print-lines'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { BudgetedCall } from '../budget'
import { printFailure } from '../cli-error'
import { type PayArguments, parseArguments, usage } from './parse-arguments'
import { pay } from './pay'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'
import { codeOf, EXIT, openOutputFile, type PayReport } from './report-answer'

/** The wallets of a program that pays, and its name. */
export type PayCommand = {
  /** The command as a person types it, such as `turnpike pay`. */
  name: string
  /** Where the keys come from, for the help. */
  walletHelp: string
  findPayer: (input: PayArguments) => Promise<{ payer: PayerOptions; call?: BudgetedCall; maxDollars?: string }>
}

/** Pays for one resource as the command line says, prints it, and returns the exit code. */
export async function runPay(argv: string[], command: PayCommand): Promise<number> {
  const parsed = parseArguments(argv)
  if (parsed.kind === 'help') {
    console.log(usage(command))
    return EXIT.content
  }
  if (parsed.kind === 'wrong') {
    const more = argv.length === 0 ? usage(command) : `"${command.name} --help" says more.`
    return refuse(parsed.problem, more, argv.includes('--json'))
  }
  const { payer, call, maxDollars } = await command.findPayer(parsed.arguments)
  const input = { ...parsed.arguments, maxDollars: maxDollars ?? parsed.arguments.maxDollars }
  const { isJson, outputFile } = input
  const output = outputFile === null ? null : await openOutputFile(outputFile).catch(codeOf)
  if (typeof output === 'string')
    return refuse(`--output: ${outputFile} cannot be written (${output}).`, 'Nothing was sent.', isJson)
  const stop = new AbortController()
  // A second one ends the program at once, as ever.
  const onStop = () => stop.abort()
  for (const name of STOPS) process.once(name, onStop)
  const onEvent = (event: Parameters<typeof linesForEvent>[0]) => void (isJson || printLines(linesForEvent(event)))
  const report = await pay(input, payer, { onEvent, output, stop: stop.signal }, call)
    .catch(async (error: unknown) => {
      await output?.drop()
      throw error
    })
    .finally(() => {
      for (const name of STOPS) process.off(name, onStop)
    })
  const savedTo = await keepBody(report)
  if (savedTo === null) await output?.drop()
  if (isJson) console.log(JSON.stringify(jsonReport(input, report, savedTo)))
  else printLines(linesForEnd(report, savedTo))
  return report.exitCode
}

const STOPS = ['SIGINT', 'SIGTERM'] as const

/** Replaces an earlier file at the place of the output only by a whole body. Returns where the body is. */
async function keepBody({ body }: PayReport): Promise<string | null> {
  if (body.kind !== 'saved') return null
  if (!body.isWhole) return body.file.leave()
  await body.file.keep()
  return body.file.path
}

function refuse(problem: string, more: string, isJson: boolean): number {
  console.error(`${problem}\n${more}`)
  if (isJson) printFailure(EXIT.usage, problem)
  return EXIT.usage
}

/** `… | head` stops reading early. The payment goes on to its end and its code; the rest is not read. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
