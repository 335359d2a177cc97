import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { requestBounded } from '../bounded-request'
import type { AwsCredentials } from './sign-aws-request'

/** Credentials as they are, or where the machine's platform gives them, for a while each (ECS tasks, EKS Pod Identity). */
export type AwsCredentialsSource = AwsCredentials | { url: string; tokenPath: string | undefined }

const answerShape = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().optional(),
  Expiration: z.string().datetime({ offset: true }).optional(),
})

/** Renewed this long before they expire. */
const EARLY_MS = 300_000

/** Reads credentials when there are none, or they are about to end; until they end, a failure of that harms nothing. */
export function createAwsCredentials(source: AwsCredentialsSource): (now: Date) => Promise<AwsCredentials> {
  if ('accessKeyId' in source) return async () => source
  let kept: { credentials: AwsCredentials; endsAt: number } | null = null
  const read = async () => {
    const token = source.tokenPath && (await readFile(source.tokenPath, 'utf8')).trim()
    const headers: Record<string, string> = token ? { authorization: token } : {}
    const answer = await requestBounded(source.url, { headers }, { timeoutMs: 2_000, maxBytes: 65_536 })
    if (answer.status !== 200) throw new Error(`Expected AWS credentials, got ${answer.status}.`)
    const given = answerShape.parse(JSON.parse(answer.body.toString('utf8')))
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.Token,
    }
    return { credentials, endsAt: given.Expiration ? Date.parse(given.Expiration) : Infinity }
  }
  return async (now) => {
    const old = kept
    if (old && now.getTime() < old.endsAt - EARLY_MS) return old.credentials
    const taken = await read().catch((error: unknown) => {
      if (old && now.getTime() < old.endsAt) return old
      throw error
    })
    kept = taken
    return taken.credentials
  }
}
