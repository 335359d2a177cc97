import '@/lib/base/infra/node-dispatcher'
import { Agent, errors, request } from 'undici'
import { type LoadResult, runLoad } from '@/development/bench/facilitator/run-load'

/** Sends a request; returns the status and the body. */
export type Send = (
  url: string,
  init: { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>

const PATIENCE_MS = 20_000

/**
 * Runs tasks over HTTP with their own connections, `inFlight` at a time. A server that leaves one request without an
 * answer for twenty seconds, many times the longest ever measured, is stuck: all remaining tasks fail at once.
 */
export async function loadOverHttp<T>(
  inputs: readonly T[],
  inFlight: number,
  task: (send: Send, input: T) => Promise<boolean>,
): Promise<LoadResult> {
  return withConnections(inFlight, (send) =>
    runLoad(
      inputs.map((input) => () => task(send, input)),
      inFlight,
    ),
  )
}

async function withConnections<T>(connections: number, work: (send: Send) => Promise<T>): Promise<T> {
  const dispatcher = new Agent({ connections, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  let isStuck = false
  const send: Send = async (url, init) => {
    if (isStuck) throw new Error('The server is stuck.')
    try {
      const { statusCode, body } = await request(url, { dispatcher, method: 'GET', ...init })
      return { status: statusCode, text: await body.text() }
    } catch (error) {
      isStuck ||= error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
      throw error
    }
  }
  try {
    return await work(send)
  } finally {
    await dispatcher.destroy()
  }
}
