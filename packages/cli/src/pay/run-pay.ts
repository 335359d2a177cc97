import { printLines } from '@/lib/base/infra/print-lines'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { OnPayerEvent } from '@/lib/client/payer-event'
import type { SpendingGuard } from '../spending/follow-call'
import { jsonFailure } from './json-failure'
import { openOverflow } from './open-overflow'
import { codeOf, type OutputFile, openOutputFile } from './output-file'
import type { PayArguments } from './parse-arguments'
import { parseArguments, usage } from './parse-arguments'
import { pay } from './pay'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'
import { EXIT, type PayReport } from './report-answer'
import { showProgress } from './show-progress'

/** The wallets of a program that pays, and its name. */
export type PayCommand = {
  /** The command as a person types it, such as `turnpike pay`. */
  name: string
  /** Where the keys come from, for the help. */
  walletHelp: string
  findPayer: (input: PayArguments) => Promise<{ payer: PayerOptions; guard?: SpendingGuard; input?: PayArguments }>
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
  const found = await command.findPayer(parsed.arguments)
  const { payer, guard } = found
  const input = found.input ?? parsed.arguments
  const { isJson, outputFile } = input
  const opened = outputFile === null ? null : await openOutputFile(outputFile).catch(codeOf)
  if (typeof opened === 'string')
    return refuse(`--output: ${outputFile} cannot be written (${opened}).`, 'Nothing was sent.', isJson)
  const progress = showProgress({
    write: (text) => void (isJson || process.stderr.write(text)),
    isTerminal: process.stderr.isTTY,
    now: () => performance.now(),
  })
  const onEvent: OnPayerEvent = (event) => {
    if (!isJson) printLines(linesForEvent(event))
  }
  const overflow = openOverflow(isJson)
  const stop = new AbortController()
  // A second one ends the program at once, as ever.
  const onStop = () => stop.abort()
  for (const name of STOPS) process.once(name, onStop)
  const watch = { onEvent, onBytes: progress.onBytes, output: opened, overflow: overflow.open, stop: stop.signal }
  const report = await pay(input, payer, watch, guard)
    .catch(async (error: unknown) => {
      await opened?.drop()
      throw error
    })
    .finally(() => {
      for (const name of STOPS) process.off(name, onStop)
    })
  progress.end()
  const place = opened ?? overflow.file()
  const savedTo = place === null ? null : await end(place, report)
  if (isJson) console.log(JSON.stringify(jsonReport(input, report, savedTo)))
  else printLines(linesForEnd(report, savedTo))
  return report.exitCode
}

const STOPS = ['SIGINT', 'SIGTERM'] as const

/** Replaces an earlier file at the place of the output only by a whole body. Returns where the body is. */
async function end(output: OutputFile, { body }: PayReport): Promise<string | null> {
  if (body.kind !== 'saved') {
    await output.drop()
    return null
  }
  if (!body.isWhole) return output.leave()
  await output.keep()
  return output.path
}

function refuse(problem: string, more: string, isJson: boolean): number {
  console.error(`${problem}\n${more}`)
  if (isJson) console.log(JSON.stringify(jsonFailure(EXIT.usage, problem)))
  return EXIT.usage
}

/** `… | head` stops reading early. The payment goes on to its end and its code; the rest is not read. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
