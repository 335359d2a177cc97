import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/lib/infra/database'
import { encodeHeader } from '@/lib/x402/header-codec'
import type { ExtensionResponses, SettleResponse } from '@/lib/x402/wire'
import type { Gate } from './gate'
import { giveUpDelivery, recordDelivered, takeDelivery } from './ledger'
import type { LedgerRow } from './ledger-row'
import type { Held } from './leases'
import { createIdleMeter } from './meter'
import type { OpenedRequest } from './open-request'
import { withReceipt } from './offer-receipt'
import { produce } from './produce'
import { gatedHeaders, releaseAnswer } from './release'
import type { Buyer } from './route-config'
import type { ReadAnswer } from './stored-answer'

/** A settled payment whose content this request holds the right to send. */
export type Delivery = Held & Settled

type Settled = { response: SettleResponse; extensionResponses: ExtensionResponses | null }

/** Row 9: sends the content with the proof of its settlement, and notes whether it went out. */
export async function deliver(
  gate: Gate,
  opened: OpenedRequest,
  delivery: Delivery,
  answer: ReadAnswer,
): Promise<Response> {
  const letGo = gate.leases.hold(delivery)
  return releaseAnswer(answer, opened, await paidHeaders(gate, opened, delivery), {
    delivered: () => void note(gate, delivery, recordDelivered).then(letGo),
    broken: () => void note(gate, delivery, giveUpDelivery).then(letGo),
  })
}

type Move = (database: Database, held: Held) => Promise<void>

/** Eight minutes in all, ever further apart. */
const noteAttempts = 12

/**
 * Notes how a delivery ended: until then nobody may send the content. Returns after the first attempt; while the
 * database is away, further ones follow.
 */
async function note(gate: Gate, held: Held, move: Move, attempt = 1): Promise<void> {
  try {
    await move(gate.database, held)
  } catch (error) {
    gate.log.error({ err: error, paymentId: held.paymentId, attempt }, 'A delivery was not noted')
    if (attempt === noteAttempts) return
    void sleep(60 * 2 ** attempt, null, { ref: false }).then(() => note(gate, held, move, attempt + 1))
  }
}

/**
 * Sends the content of a payment that was settled and not delivered: as it was stored, else produced again at the
 * settled amount. Null when somebody else is sending it or has.
 */
export async function deliverOwed(gate: Gate, opened: OpenedRequest, owed: LedgerRow): Promise<Response | null> {
  const held = { paymentId: owed.id, leaseToken: randomUUID() }
  const row = await takeDelivery(gate.database, held)
  if (!row) return null
  const delivery = { ...held, ...toSettled(row) }
  const stored = readStored(row)
  if (stored) return deliver(gate, opened, delivery, stored)
  return produceSettled(gate, opened, row, delivery)
}

/** Runs the handler for money that has been taken. A failing one leaves the content owed. */
export async function produceSettled(
  gate: Gate,
  opened: OpenedRequest,
  row: Parameters<typeof buyerOf>[0],
  delivery: Delivery,
): Promise<Response> {
  const letGo = gate.leases.hold(delivery)
  const produced = await produce(gate, opened, buyerOf(row), createIdleMeter()).finally(letGo)
  if (produced.isOk) return deliver(gate, opened, delivery, produced.answer)
  await note(gate, delivery, giveUpDelivery)
  return releaseAnswer(produced.answer, opened, await paidHeaders(gate, opened, delivery), {
    delivered: () => {},
    broken: () => {},
  })
}

/** The stored outcome of a payment identifier, as often as it is asked for; null when it is no longer kept. */
export async function deliverStored(gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response | null> {
  const stored = readStored(row)
  if (!stored) return null
  const headers = await paidHeaders(gate, opened, toSettled(row))
  return releaseAnswer(stored, opened, headers, { delivered: () => {}, broken: () => {} })
}

/** What the handler is told of a paying buyer. */
export function buyerOf(row: Pick<LedgerRow, 'payer' | 'network' | 'scheme' | 'authorizedAtomic'>): Buyer {
  return {
    kind: 'payment',
    payer: row.payer,
    network: row.network,
    scheme: row.scheme === 'upto' ? 'upto' : 'exact',
    maximumAtomic: row.authorizedAtomic,
  }
}

/** PAYMENT-RESPONSE and, where the facilitator gave any, EXTENSION-RESPONSES. */
export function settledHeaders(delivery: Settled): Record<string, string> {
  return {
    'PAYMENT-RESPONSE': encodeHeader(delivery.response),
    ...(delivery.extensionResponses ? { 'EXTENSION-RESPONSES': encodeHeader(delivery.extensionResponses) } : {}),
  }
}

/** The same with a receipt, where the route gives one. */
async function paidHeaders(gate: Gate, opened: OpenedRequest, delivery: Settled): Promise<Record<string, string>> {
  return settledHeaders({ ...delivery, response: await withReceipt(gate, opened, delivery.response) })
}

/** What the payer was told of a settlement; the ledger writes it from this type alone. */
export const responseOf = (row: LedgerRow): SettleResponse => row.settleResponse as unknown as SettleResponse

function toSettled(row: LedgerRow): Settled {
  return {
    response: responseOf(row),
    extensionResponses: row.extensionResponses as ExtensionResponses | null,
  }
}

function readStored(row: LedgerRow): ReadAnswer | null {
  if (!row.responseBody || row.responseStatus === null || row.responseHeaders === null) return null
  const headers = row.responseHeaders as unknown as [string, string][] // Written by the ledger from this type alone.
  return {
    status: row.responseStatus,
    headers: [...gatedHeaders(headers)],
    body: new Uint8Array(row.responseBody),
    rest: null,
  }
}
