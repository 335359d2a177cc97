import { z } from 'zod'
import { readBytes } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import type { EmbeddingsPort } from '@/lib/bazaar/ports'

export type EmbeddingsEndpoint = {
  /** Base URL; `/embeddings` is appended. */
  url: string
  model: string
  apiKey?: string | undefined
}

/** Why no vectors came. `isRefusal`: the endpoint will never take this input; anything else may pass. */
export class EmbeddingsError extends Error {
  override name = 'EmbeddingsError'
  readonly isRefusal: boolean

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}

const MAX_ANSWER_BYTES = 32_000_000
const MAX_DIMENSIONS = 4_096
/** Statuses for a wrong input, as against a fault that passes or a wrong key. */
const REFUSALS = new Set([400, 413, 422])

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.number().int().min(0), embedding: z.array(z.number().finite()).min(2).max(MAX_DIMENSIONS) }),
  ),
})

/**
 * Vectors from an OpenAI-compatible endpoint that the operator configured, which may be on a private network. Time and
 * size are bounded, and the answer is checked: one vector per text, all of one length. Fails with `EmbeddingsError`.
 */
export function createEmbeddings(endpoint: EmbeddingsEndpoint): EmbeddingsPort {
  return {
    model: endpoint.model,
    async embed(texts, { timeoutMs }) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return toVectors(await post(endpoint, texts, signal), texts.length)
      } catch (cause) {
        if (cause instanceof EmbeddingsError) throw cause
        if (signal.aborted) throw new EmbeddingsError(`It took longer than ${timeoutMs} ms.`, { cause })
        throw new EmbeddingsError('The endpoint could not be reached or broke off.', { cause })
      }
    },
  }
}

async function post({ url, model, apiKey }: EmbeddingsEndpoint, input: string[], signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input, encoding_format: 'float' }),
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new EmbeddingsError(`It answered ${response.status} instead of 200.`, {
      isRefusal: REFUSALS.has(response.status),
    })
  }
  return readText(response)
}

async function readText(response: Response): Promise<string> {
  try {
    return (await readBytes(response, { maxBytes: MAX_ANSWER_BYTES })).toString('utf8')
  } catch (cause) {
    if (isDomainError(cause)) throw new EmbeddingsError(cause.message, { cause })
    throw cause
  }
}

function toVectors(text: string, wanted: number): number[][] {
  const data = parseAnswer(text)
  const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  const isComplete = data.length === wanted && new Set(data.map(({ index }) => index)).size === wanted
  if (!isComplete) throw new EmbeddingsError(`Expected ${wanted} vectors, got ${data.length}.`)
  if (vectors.some((vector) => vector.length !== vectors[0]?.length))
    throw new EmbeddingsError('The vectors differ in length.')
  if (vectors.some((vector) => vector.every((number) => number === 0)))
    throw new EmbeddingsError('A vector is all zeros.')
  return vectors
}

function parseAnswer(text: string): z.infer<typeof answerSchema>['data'] {
  try {
    return answerSchema.parse(JSON.parse(text)).data
  } catch (cause) {
    throw new EmbeddingsError('The answer is no list of embeddings.', { cause })
  }
}
