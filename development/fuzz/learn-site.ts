import { listSurfaces, type Surface } from '../checks/list-surfaces'
import type { Knowledge, Target } from './build-request'
import { type DocumentedCall, readDocuments } from './read-documents'

/** Addresses that the framework itself answers. */
const ofTheFramework: Surface[] = ['/_next/image', '/_next/static/[...path]', '/favicon.ico', '/[...path]'].map(
  (path) => ({
    path,
    kind: 'page',
    methods: ['GET', 'POST'],
  }),
)

/** Reads the app folder, the site's own documents and one of its challenges. */
export async function learnSite(origin: string): Promise<Knowledge> {
  const calls = await readDocuments(origin)
  const surfaces = listSurfaces()
  const targets = [...surfaces, ...ofTheFramework].map(
    (surface): Target => ({ ...surface, documented: calls.filter((call) => surfaceOf(call, surfaces) === surface) }),
  )
  const challenge = await fetch(`${origin}/weather`)
  const header = challenge.headers.get('payment-required') ?? ''
  const paymentRequired: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  return { targets, paymentRequired, known: await readKnown(origin) }
}

/** The most exact surface comes first: parameters sort behind plain names. */
const surfaceOf = (call: DocumentedCall, surfaces: Surface[]) =>
  surfaces.find(({ path }) => path === call.path) ?? surfaces.find(({ path }) => patternOf(path).test(call.path))

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/\[\\\.\\\.\\\.[^\]]+\]/g, '.+')
      .replaceAll(/\[[^\]]+\]/g, '[^/]+')}$`,
  )

async function readKnown(origin: string): Promise<Knowledge['known']> {
  const page = await (await fetch(`${origin}/articles`)).text()
  const slugs = [...page.matchAll(/href="\/articles\/([a-z0-9-]+)"/g)].flatMap(([, slug]) => (slug ? [slug] : []))
  const list = await (await fetch(`${origin}/bazaar`)).text()
  const entries = [...list.matchAll(/href="\/bazaar\/entry\/([^"/?]+)"/g)].flatMap(([, id]) => (id ? [id] : []))
  const networks = ['eip155:84532', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
  return {
    slug: [...new Set(slugs)].slice(0, 20),
    entryId: [...new Set(entries)].slice(0, 20),
    network: networks,
    address: ['0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
    host: [new URL(origin).host, 'localhost'],
    path: ['routes', 'payments', 'webhooks', 'keys', 'discovery', 'weather'],
    userId: ['1'],
    handle: ['shop'],
  }
}
