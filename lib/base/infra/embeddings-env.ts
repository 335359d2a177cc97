import { z } from 'zod'
import { DomainError } from './domain-error'
import { httpUrl } from './variable-shapes'

export const embeddingsVariables = {
  EMBEDDINGS_URL: httpUrl.optional(),
  EMBEDDINGS_MODEL: z.string().max(200).optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
}

type Endpoint = { url: string; model: string; apiKey: string | undefined }

export function embeddingsEndpoint(env: z.infer<z.ZodObject<typeof embeddingsVariables>>): Endpoint | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = env
  if (url === undefined) return undefined
  if (model !== undefined) return { url, model, apiKey }
  throw new DomainError('ENV_INVALID', 'Turnpike cannot start: EMBEDDINGS_URL needs EMBEDDINGS_MODEL beside it.')
}
