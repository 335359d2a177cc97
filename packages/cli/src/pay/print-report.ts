import { z } from 'zod'
import { networkName } from '@/lib/base/x402/networks'
import { paysBeforeAnswer } from '@/lib/base/x402/payment-option'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { PayerEvent, PayerOffer } from '@/lib/client/payer-error'
import { amountInWords } from '../search-command'
import type { PayArguments } from './parse-arguments'
import { findEvent } from './pay'
import { EXIT, type PayReport } from './report-answer'

/** One line per step, as the payment goes on. */
export function linesForEvent(event: PayerEvent): string[] {
  switch (event.type) {
    case 'challenge':
      return [
        `402      ${event.paymentRequired.error ?? 'Payment required'}: ${event.paymentRequired.resource?.url ?? ''}`,
        ...event.offers.map(
          (offer) =>
            `price    ${priceLabel(offer)} on ${networkLabel(offer.requirements.network)}${orderLabel(offer.requirements)}`,
        ),
      ]
    case 'chain_not_supported':
      return [`sign-in  not possible: chain_not_supported (offered: ${event.offeredChains.join(', ')})`]
    case 'sign_in_failed':
      return [`sign-in  not possible: ${event.message}`]
    case 'sign_in_sent':
      return [`sign-in  ${event.address} on ${networkLabel(event.chainId)}`]
    case 'sign_in_accepted':
      return ['sign-in  accepted, nothing to pay']
    case 'sign_in_rejected':
      return [`sign-in  not enough: ${event.reason}`]
    case 'signed':
      return [
        `network  ${networkLabel(event.requirements.network)}`,
        `signed   ${priceLabel(event)} from ${event.payer} to ${event.requirements.payTo}`,
      ]
    case 'waiting':
      return [`waiting  ${event.reason}; the same payment again in ${event.seconds} s`]
    case 'settled':
      return settledLines(event.settlement)
    default:
      return []
  }
}

function settledLines({ transaction, network }: SettleResponse): string[] {
  return [
    transaction === ''
      ? 'settled  nothing charged, no transaction'
      : `settled  ${transaction} on ${networkLabel(network)}`,
  ]
}

/** How it ended: the problem if there was one, then the body. */
export function linesForEnd(report: PayReport): string[] {
  const { status, contentType, problem, body } = report
  const lines = problem ? [problemInWords(report)] : []
  const wasAsked = report.events.some((event) => event.type === 'challenge')
  if (status !== null && !wasAsked && !problem) lines.push('This resource asks for no payment. Its answer:')
  if (status !== null) lines.push(`answer   ${status} ${contentType ?? ''}`.trimEnd())
  // Of a payment that was rejected the reason is told above; its terms are those that were shown.
  if (body.kind === 'json' && !(status === 402 && isChallenge(body.value)))
    lines.push('', ...JSON.stringify(body.value, null, 2).split('\n'))
  if (body.kind === 'text') lines.push('', ...body.text.trimEnd().split(/\r?\n/))
  if (body.kind === 'saved') lines.push(`saved    ${body.length} bytes to ${body.path}`)
  return lines
}

const isChallenge = (value: unknown): boolean => z.object({ x402Version: z.number() }).safeParse(value).success

/** The same as one object, for programs. */
export function jsonReport(input: PayArguments, report: PayReport): object {
  const find = <T extends PayerEvent['type']>(type: T) => findEvent(report.events, type)
  const signed = find('signed')
  const { body } = report
  return {
    ok: report.exitCode === 0,
    exitCode: report.exitCode,
    url: input.url,
    method: input.method,
    status: report.status,
    contentType: report.contentType,
    challenge: find('challenge')?.paymentRequired ?? null,
    signIn: signInOf(report.events),
    signed: signed && {
      payer: signed.payer,
      price: signed.price,
      scheme: signed.requirements.scheme,
      network: signed.requirements.network,
      amount: signed.requirements.amount,
      asset: signed.requirements.asset,
      payTo: signed.requirements.payTo,
    },
    settlement: report.settlement,
    error: report.problem,
    body: body.kind === 'json' ? body.value : body.kind === 'text' ? body.text : null,
    ...(body.kind === 'saved' ? { savedTo: body.path, savedBytes: body.length } : {}),
  }
}

function signInOf(events: PayerEvent[]) {
  const sent = events.find((event) => event.type === 'sign_in_sent')
  const last = events.findLast((event) => event.type.startsWith('sign_in') || event.type === 'chain_not_supported')
  return last ? { ...(sent ? { address: sent.address, chainId: sent.chainId } : {}), ...last } : null
}

const orderLabel = (requirements: PayerOffer['requirements']) =>
  paysBeforeAnswer(requirements) ? '; paid before the answer' : ''

function priceLabel({ requirements, price }: PayerOffer): string {
  const amount = price ?? amountInWords(requirements)
  return requirements.scheme === 'upto' ? `at most ${amount} (upto)` : `${amount} (${requirements.scheme})`
}

function networkLabel(network: string): string {
  const name = networkName(network)
  return name === network ? network : `${name} (${network})`
}

/** Why there is no content, as a sentence; empty where there is. */
export function problemInWords({ exitCode, settlement, problem }: PayReport): string {
  if (!problem) return ''
  const label = exitCode === EXIT.unknown && settlement !== null ? 'Paid, answer lost' : (labels[exitCode] ?? 'Failed')
  return `${label}: ${problem.message}${problem.message.endsWith('.') ? '' : '.'}`
}

const labels: Partial<Record<number, string>> = {
  [EXIT.unknown]: 'Outcome unknown',
  [EXIT.rejected]: 'Payment rejected',
  [EXIT.notPaid]: 'Not paid',
}
