import { z } from 'zod'
import { serveFetch } from './serve-fetch'

export type RpcCall = { id: number | string; method: string; params: unknown[] }

/**
 * The proxy's fault for one call. `swallow` answers without asking the node, `drop-answer` asks and then cuts the
 * connection, `hang` never answers, `change` asks and changes the answer, or holds it while it is pending.
 */
export type RpcFault =
  | 'pass'
  | 'status-500'
  | 'hang'
  | 'drop-answer'
  | { swallow: unknown }
  | { error: { code: number; message: string } }
  | { change: (result: unknown) => unknown }

export type FaultyRpc = Awaited<ReturnType<typeof startFaultyRpc>>

const idSchema = z.union([z.number(), z.string()])
const callSchema = z.object({ id: idSchema, method: z.string(), params: z.array(z.unknown()).default([]) })
const answersSchema = z.array(z.object({ id: idSchema }).passthrough())

/** A JSON-RPC proxy in front of a real node that fails the way real ones do. */
export async function startFaultyRpc(target: string) {
  let rule: (call: RpcCall) => RpcFault = () => 'pass'
  const calls: RpcCall[] = []
  const served = await serveFetch(async (request) => {
    const body: unknown = await request.json()
    const isBatch = Array.isArray(body)
    const batch = z.array(callSchema).parse(isBatch ? body : [body])
    calls.push(...batch)
    const faults = new Map(batch.map((call) => [call.id, rule(call)]))
    const all = [...faults.values()]
    if (all.includes('hang')) return new Promise(() => {})
    if (all.includes('status-500')) return new Response('broken', { status: 500 })
    const answers = await answer(target, batch, faults)
    if (all.includes('drop-answer')) throw new Error('The connection is cut.')
    return Response.json(isBatch ? answers : answers[0])
  })
  /** From now on this decides; without a rule everything passes. */
  const decide = (next: typeof rule) => void (rule = next)
  return { url: served.origin, calls, decide, stop: served.stop }
}

async function answer(target: string, batch: RpcCall[], faults: Map<RpcCall['id'], RpcFault>): Promise<unknown[]> {
  const isAsked = (fault: RpcFault | undefined) =>
    typeof fault === 'string' || (fault !== undefined && 'change' in fault)
  const asked = batch.filter((call) => isAsked(faults.get(call.id)))
  const real = new Map((await ask(target, asked)).map((entry) => [entry.id, entry]))
  const answers = batch.map(async ({ id }) => {
    const fault = faults.get(id)
    if (typeof fault === 'object' && 'swallow' in fault) return { jsonrpc: '2.0', id, result: fault.swallow }
    if (typeof fault === 'object' && 'error' in fault) return { jsonrpc: '2.0', id, error: fault.error }
    const entry = real.get(id)
    if (typeof fault === 'object' && entry && 'result' in entry)
      return { ...entry, result: await fault.change(entry.result) }
    return entry
  })
  return Promise.all(answers)
}

async function ask(target: string, batch: RpcCall[]) {
  if (batch.length === 0) return []
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch.map((call) => ({ jsonrpc: '2.0', ...call }))),
  })
  return answersSchema.parse(await response.json())
}
