import type { Prisma } from '@/lib/infra/database'
import type { RouteInput, RouteSettings } from './route-input'

const mediaTypes: Record<RouteInput['kind'], string> = {
  article: 'text/html',
  file: 'application/octet-stream',
  api: 'application/json',
  metered_api: 'application/json',
  sign_in: 'text/html',
}

/** The part of a route's input that is stored as its settings. */
export function toSettings(input: RouteInput): RouteSettings {
  const { description, query, settle, discovery, isTool } = input
  return {
    description,
    mimeType: input.mimeType ?? mediaTypes[input.kind],
    query,
    settle: input.kind === 'metered_api' ? 'after' : settle,
    signIn: input.kind === 'sign_in' ? (input.signIn ?? {}) : input.signIn,
    discovery,
    isTool,
    price: input.kind === 'sign_in' ? null : input.price,
    networks: input.kind === 'sign_in' ? input.networks : [],
    metering: input.kind === 'metered_api' ? input.metering : null,
    access: 'paid',
    isStreaming: 'isStreaming' in input && input.isStreaming,
    streamSeconds: 'streamSeconds' in input ? input.streamSeconds : 300,
  }
}

/** Settings as the database takes them: plain JSON, without undefined values. */
export function toStoredSettings(settings: RouteSettings): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(settings)) as Prisma.InputJsonObject // An object goes in, so an object comes out.
}
