import { writeFile } from 'node:fs/promises'
import { printLines } from '@/lib/base/infra/process'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { BudgetedCall } from '../budget'
import { printFailure } from '../cli-error'
import { type PayArguments, parseArguments, usage } from './parse-arguments'
import { pay } from './pay'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'
import { EXIT, newFile, type PayReport } from './report-answer'

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
  const stop = new AbortController()
  // A second one ends the program at once, as ever.
  const onStop = () => stop.abort()
  for (const name of STOPS) process.once(name, onStop)
  const onEvent = (event: Parameters<typeof linesForEvent>[0]) =>
    void (input.isJson || printLines(linesForEvent(event)))
  const report = await pay(input, payer, { onEvent, stop: stop.signal }, call)
    .then(saveBinary)
    .finally(() => {
      for (const name of STOPS) process.off(name, onStop)
    })
  if (input.isJson) console.log(JSON.stringify(jsonReport(input, report)))
  else printLines(linesForEnd(report))
  return report.exitCode
}

const STOPS = ['SIGINT', 'SIGTERM'] as const

/** Writes a body that no terminal can show into a new file. */
async function saveBinary(report: PayReport): Promise<PayReport> {
  if (report.body.kind !== 'binary') return report
  const { bytes } = report.body
  const path = newFile()
  await writeFile(path, bytes, { flag: 'wx' })
  return { ...report, body: { kind: 'saved', length: bytes.length, path } }
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
