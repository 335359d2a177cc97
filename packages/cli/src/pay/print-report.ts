import { z } from 'zod'
import { assetOf } from '@/lib/base/chains/assets'
import { networkName } from '@/lib/base/x402/networks'
import { paysBeforeAnswer } from '@/lib/base/x402/payment-flow'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Offer, PayerEvent } from '@/lib/client/payer-event'
import { amountLabel, findBudget } from '../spending/find-budget'
import { findEvent, wayOf } from '../spending/way-of'
import { describeRejection } from './describe-rejection'
import type { PayArguments } from './parse-arguments'
import type { PayReport } from './report-answer'

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
    case 'pass':
      return [
        `pass     ${event.url}${event.isBought ? ' bought,' : ''} until ${event.until.toISOString().slice(0, 10)}`,
      ]
    case 'sign_in_rejected':
      return [`sign-in  not enough: ${event.reason}`]
    case 'signed':
      return [
        `network  ${networkLabel(event.requirements.network)}`,
        `signed   ${priceLabel(event)} from ${event.payer} to ${event.requirements.payTo}`,
        ...depositLines(event),
      ]
    case 'waiting':
      return [`waiting  ${event.reason}; the same payment again in ${event.seconds} s`]
    case 'settled':
      return settledLines(event.settlement)
    case 'refunded':
      return [
        `refunded ${amountLabel(event.settlement.amount ?? '0', event.settlement.network)}`,
        `settled  ${event.settlement.transaction} on ${networkLabel(event.settlement.network)}`,
      ]
    case 'stream_ended':
      return [`charged  ${amountLabel(event.chargedAtomic.toString(), event.network)} for the stream`]
    case 'payment_rejected':
      return event.reason === channelReasons.openedElsewhere ? [`channel  ${describeRejection(event.reason)}`] : []
  }
}

function depositLines({ depositAtomic, requirements }: Extract<PayerEvent, { type: 'signed' }>): string[] {
  if (depositAtomic === null) return []
  const amount = amountLabel(depositAtomic.toString(), requirements.network)
  return [`deposit  ${amount} into a channel with the seller; what is not used comes back with --refund`]
}

function settledLines(settlement: SettleResponse): string[] {
  const { transaction, network } = settlement
  const channel = findBudget(settlement)
  const landed = transaction === '' ? [] : [`settled  ${transaction} on ${networkLabel(network)}`]
  if (!channel) return landed.length > 0 ? landed : ['settled  nothing charged, no transaction']
  const left = amountLabel(channel.left, network)
  return [...landed, `charged  ${amountLabel(channel.charged, network)}; ${left} are left in the channel`]
}

/** How it ended: the problem if there was one, then the body. */
export function linesForEnd(report: PayReport, savedTo: string | null): string[] {
  const { status, contentType, problem, body } = report
  const lines = problem ? [`${problemLabel(report)} ${sentence(problem.message)}`] : []
  const wasAsked = report.events.some((event) => event.type === 'challenge')
  if (status !== null && !wasAsked && !problem && body.kind !== 'printed')
    lines.push('This resource asks for no payment. Its answer:')
  if (status !== null && body.kind !== 'printed') lines.push(`answer   ${status} ${contentType ?? ''}`.trimEnd())
  // Of a payment that was rejected the reason is told above; its terms are those that were shown.
  if (body.kind === 'json' && !(status === 402 && isChallenge(body.value)))
    lines.push('', ...JSON.stringify(body.value, null, 2).split('\n'))
  if (body.kind === 'text') lines.push('', ...body.text.trimEnd().split(/\r?\n/))
  if (body.kind === 'printed') lines.unshift('', `printed  ${body.length} bytes`)
  if (body.kind === 'saved') lines.push(`saved    ${body.length} bytes to ${savedTo}`)
  if (body.kind === 'binary') lines.push(`body     ${body.bytes.length} bytes, not text; save them with --output FILE`)
  return lines
}

const isChallenge = (value: unknown): boolean => z.object({ x402Version: z.number() }).safeParse(value).success

/** The same as one object, for programs. */
export function jsonReport(input: PayArguments, report: PayReport, savedTo: string | null): object {
  const find = <T extends PayerEvent['type']>(type: T) => findEvent(report.events, type)
  const [signed, pass] = [find('signed'), find('pass')]
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
    way: wayOf(report.events),
    budget: findBudget(report.settlement),
    pass: pass && { url: pass.url, until: pass.until, isBought: pass.isBought },
    error: report.problem,
    body: body.kind === 'json' ? body.value : body.kind === 'text' ? body.text : null,
    ...(body.kind === 'saved' ? { savedTo, savedBytes: body.length } : {}),
    ...(body.kind === 'binary' ? { bodyBase64: Buffer.from(body.bytes).toString('base64') } : {}),
  }
}

function signInOf(events: PayerEvent[]) {
  const sent = events.find((event) => event.type === 'sign_in_sent')
  const last = events.findLast((event) => event.type.startsWith('sign_in') || event.type === 'chain_not_supported')
  return last ? { ...(sent ? { address: sent.address, chainId: sent.chainId } : {}), ...last } : null
}

const orderLabel = (requirements: Offer['requirements']) =>
  paysBeforeAnswer(requirements) ? '; paid before the answer' : ''

function priceLabel({ requirements, price }: Offer): string {
  const amount = price ?? offeredAmount(requirements)
  return requirements.scheme === 'upto' ? `at most ${amount} (upto)` : `${amount} (${requirements.scheme})`
}

/** The amount of an offer that no wallet here can sign; of an asset that we do not know, in its atomic units. */
function offeredAmount({ amount, asset, network }: Offer['requirements']): string {
  const isKnown = assetOf(network)?.address.toLowerCase() === asset.toLowerCase()
  return isKnown ? amountLabel(amount, network) : `${amount} atomic units of ${asset}`
}

function networkLabel(network: string): string {
  const name = networkName(network)
  return name === network ? network : `${name} (${network})`
}

function problemLabel({ exitCode, settlement }: PayReport): string {
  if (exitCode === 6) return settlement === null ? 'Outcome unknown:' : 'Paid, answer lost:'
  return exitCode === 4 ? 'Payment rejected:' : exitCode === 3 ? 'Not paid:' : 'Failed:'
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
