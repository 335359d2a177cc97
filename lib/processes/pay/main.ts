import { writeFile } from 'node:fs/promises'
import type { PayArguments } from './parse-arguments'
import { parseArguments, USAGE } from './parse-arguments'
import type { PayReport } from './pay'
import { EXIT, pay } from './pay'
import { parsePayEnv } from './pay-env'
import { jsonReport, linesForEnd, linesForEvent } from './print-report'

// `npm run pay … | head` stops reading early. The payment goes on to its end and its code; the rest is not read.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main(process.argv.slice(2))

async function main(argv: string[]): Promise<number> {
  const parsed = parseArguments(argv)
  if (parsed.kind === 'help') {
    console.log(USAGE)
    return EXIT.content
  }
  if (parsed.kind === 'wrong') {
    console.error(`${parsed.problem}\n\n${USAGE}`)
    return EXIT.usage
  }
  const input = parsed.arguments
  const report = await pay(input, await parsePayEnv(process.env, input.network), (event) => {
    if (!input.isJson) for (const line of linesForEvent(event)) console.log(line)
  })
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
