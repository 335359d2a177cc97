import type { Offer, PayerEvent } from '@/lib/client/payer-event'
import { networkName } from '@/lib/x402/networks'
import type { PayArguments } from './parse-arguments'
import type { PayReport } from './pay'

/** One line per step, as the payment goes on. */
export function linesForEvent(event: PayerEvent): string[] {
  switch (event.type) {
    case 'challenge':
      return [
        `402      ${event.paymentRequired.error ?? 'Payment required'}: ${event.paymentRequired.resource?.url ?? ''}`,
        ...event.offers.map((offer) => `price    ${priceLabel(offer)} on ${networkLabel(offer.requirements.network)}`),
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
      return event.settlement.transaction === ''
        ? ['settled  nothing charged, no transaction']
        : [`settled  ${event.settlement.transaction} on ${networkLabel(event.settlement.network)}`]
    case 'payment_rejected':
      return []
  }
}

/** How it ended: the problem if there was one, then the body. */
export function linesForEnd(report: PayReport): string[] {
  const { status, contentType, problem, body } = report
  const lines = problem ? [`${problemLabel(report)} ${sentence(problem.message)}`] : []
  const wasAsked = report.events.some((event) => event.type === 'challenge')
  if (status !== null && !wasAsked && !problem) lines.push('This resource asks for no payment. Its answer:')
  if (status !== null) lines.push(`answer   ${status} ${contentType ?? ''}`.trimEnd())
  if (body.kind === 'json') lines.push('', JSON.stringify(body.value, null, 2))
  if (body.kind === 'text') lines.push('', body.text.trimEnd())
  if (body.kind === 'binary') lines.push(`body     ${body.bytes.length} bytes, not text; save them with --output FILE`)
  return lines
}

/** The same as one object, for programs. */
export function jsonReport(input: PayArguments, report: PayReport): object {
  const find = <T extends PayerEvent['type']>(type: T) =>
    report.events.find((event): event is Extract<PayerEvent, { type: T }> => event.type === type) ?? null
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
    ...(body.kind === 'binary' ? { bodyBase64: Buffer.from(body.bytes).toString('base64') } : {}),
  }
}

function signInOf(events: PayerEvent[]) {
  const sent = events.find((event) => event.type === 'sign_in_sent')
  const last = events.findLast((event) => event.type.startsWith('sign_in') || event.type === 'chain_not_supported')
  return last ? { ...(sent ? { address: sent.address, chainId: sent.chainId } : {}), ...last } : null
}

function priceLabel({ requirements, price }: Offer): string {
  const amount = price ?? `${requirements.amount} atomic units of ${requirements.asset}`
  return requirements.scheme === 'upto' ? `at most ${amount} (upto)` : `${amount} (${requirements.scheme})`
}

function networkLabel(network: string): string {
  const name = networkName(network)
  return name === network ? network : `${name} (${network})`
}

const problemLabel = ({ exitCode }: PayReport) =>
  exitCode === 4 ? 'Payment rejected:' : exitCode === 6 ? 'Outcome unknown:' : exitCode === 3 ? 'Not paid:' : 'Failed:'

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
