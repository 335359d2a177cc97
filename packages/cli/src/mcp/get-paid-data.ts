import type { PayerOptions } from '@/lib/client/create-payer'
import type { BudgetedCall } from '../budget'
import { CliError } from '../cli-error'
import type { PayArguments } from '../pay/parse-arguments'
import { findEvent, pay } from '../pay/pay'
import { problemInWords } from '../pay/print-report'
import { EXIT, type ReadBody } from '../pay/report-answer'

/** The resource, and the most that it may cost. */
type DataRequest = Pick<PayArguments, 'url' | 'maxDollars' | 'isSignInTried'> &
  Partial<Pick<PayArguments, 'method' | 'data'>>

/** `tell` gets the line that says how it was paid. */
type PaidDataParts = { payer: PayerOptions; call: BudgetedCall; tell?: (line: string) => void }

const MAX_QUOTED_CHARACTERS = 500

/**
 * Gets a resource, paying on 402 within the limits: JSON as it is, text as a JSON string, anything else as base64. Throws
 * `CliError` for whatever a server, a wallet or a limit refuses; its words say whether anything was paid.
 */
export async function getPaidData(
  request: DataRequest,
  { payer, call, tell = () => {} }: PaidDataParts,
): Promise<unknown> {
  const accept = 'application/json, */*;q=0.8'
  const usual = { method: 'GET', data: null, headers: { accept }, network: null, isJson: true, timeoutSeconds: 120 }
  const report = await pay({ ...usual, ...request }, payer, {}, call)
  const { body, contentType: mimeType, events, status } = report
  if (report.problem) {
    const quoted = status === 402 ? '' : textOf(body).slice(0, MAX_QUOTED_CHARACTERS)
    throw new CliError(`${problemInWords(report)} ${quoted}`.trim(), EXIT.notPaid)
  }
  const [signed, settled] = [findEvent(events, 'signed'), findEvent(events, 'settled')]
  if (signed && settled) tell(`Paid ${signed.price} (${signed.requirements.scheme}): ${settled.settlement.transaction}`)
  if (findEvent(events, 'sign_in_accepted')) tell('Opened by signing in. Nothing was paid.')
  if (body.kind === 'json') return body.value
  if (body.kind === 'binary') return { mimeType, base64: Buffer.from(body.bytes).toString('base64') }
  return body.kind === 'saved' ? { mimeType, savedTo: body.path } : textOf(body)
}

function textOf(body: ReadBody): string {
  if (body.kind === 'json') return JSON.stringify(body.value)
  return body.kind === 'text' ? body.text : ''
}
