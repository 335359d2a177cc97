import { writeFile } from 'node:fs/promises'
import { printLines } from '@/lib/base/infra/process'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { BudgetedCall } from '../budget'
import { type PayArguments, parseArguments } from './parse-arguments'
import { pay } from './pay'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'
import { newFile, type PayReport } from './report-answer'

/** Finds the wallets that pay, and their limits. */
type FindPayer = (input: PayArguments) => Promise<{ payer: PayerOptions; call?: BudgetedCall; maxDollars?: string }>

/** Pays for one resource as the command line says, prints it, and returns the exit code. */
export async function runPay(argv: string[], findPayer: FindPayer): Promise<number> {
  const given = parseArguments(argv)
  const { payer, call, maxDollars = given.maxDollars } = await findPayer(given)
  const input = { ...given, maxDollars }
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

/** `… | head` stops reading early. The payment goes on to its end and its code; the rest is not read. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
