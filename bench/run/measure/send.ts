import { Agent, request } from 'undici'
import { type LoadResult, runLoad } from '../../facilitator/run-load'

/** Sends a request; returns the status and the body. */
export type Send = (
  url: string,
  init: { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>

const PATIENCE_MS = 120_000

/**
 * Runs tasks over HTTP with connections of their own, `inFlight` at a time. No answer is given up within two minutes:
 * a slow machine is slow, not wrong.
 */
export async function loadOverHttp<T>(
  inputs: readonly T[],
  inFlight: number,
  task: (send: Send, input: T) => Promise<boolean>,
): Promise<LoadResult> {
  const dispatcher = new Agent({ connections: inFlight, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  const send: Send = async (url, init) => {
    const { statusCode, body } = await request(url, { dispatcher, method: 'GET', ...init })
    return { status: statusCode, text: await body.text() }
  }
  try {
    return await runLoad(
      inputs.map((input) => () => task(send, input)),
      inFlight,
    )
  } finally {
    await dispatcher.destroy()
  }
}
