import { writeFile } from 'node:fs/promises'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { SpendingGuard } from '../spending/follow-call'
import type { PayArguments } from './parse-arguments'
import { parseArguments, usage } from './parse-arguments'
import type { PayReport } from './pay'
import { EXIT, pay } from './pay'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'

/** What one program pays with, and how it is called. */
export type PayCommand = {
  /** As it is typed, such as `npm run pay --`. */
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
    console.error(`${parsed.problem}\n\n${usage(command)}`)
    return EXIT.usage
  }
  const { payer, guard, input = parsed.arguments } = await command.findPayer(parsed.arguments)
  const report = await pay(
    input,
    payer,
    (event) => {
      if (!input.isJson) for (const line of linesForEvent(event)) console.log(line)
    },
    guard,
  )
  await present(input, report)
  return report.exitCode
}

async function present(input: PayArguments, report: PayReport) {
  if (input.isJson) console.log(JSON.stringify(jsonReport(input, report)))
  if (input.outputFile !== null && report.body.kind !== 'empty') {
    await writeFile(input.outputFile, report.body.bytes)
    if (!input.isJson) console.log(`saved    ${report.body.bytes.length} bytes to ${input.outputFile}`)
  } else if (!input.isJson) {
    for (const line of linesForEnd(report)) console.log(line)
  }
}

/** `… | head` stops reading early. The payment goes on to its end and its code; the rest is not read. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
