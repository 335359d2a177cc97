import { randomInt } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HTTPFacilitatorClient, type RouteConfig, x402HTTPResourceServer, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddlewareFromHTTPServer } from '@x402/express'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import express from 'express'
import sharp from 'sharp'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { evmDevnetAccount, svmDevnetSigner } from '../../devnet/wallets'

type Daylight = {
  latitude: number
  date: string
  /** Between sunrise and sunset, including the sun's disc and refraction. */
  hours: number
  method: string
}

const DAY_MS = 86_400_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180
/** The altitude of the sun's centre when its upper edge is seen on the horizon. */
const HORIZON_DEGREES = -0.833

/** The length of a day, from the sun's declination. Null for an invalid latitude or date. */
function findDaylight(latitude: number, date: string): Daylight | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T12:00:00Z`) : Number.NaN
  if (!(Math.abs(latitude) <= 90) || Number.isNaN(at)) return null
  const yearStart = Date.UTC(new Date(at).getUTCFullYear(), 0, 1)
  const dayOfYear = Math.floor((at - yearStart) / DAY_MS) + 1
  const declination = radians(-23.44 * Math.cos(radians((360 / 365.24) * (dayOfYear + 10))))
  const place = radians(latitude)
  const cosine =
    (Math.sin(radians(HORIZON_DEGREES)) - Math.sin(place) * Math.sin(declination)) /
    (Math.cos(place) * Math.cos(declination))
  const halfDay = Math.acos(Math.min(1, Math.max(-1, cosine)))
  return {
    latitude,
    date,
    hours: Math.round((halfDay * 24 * 100) / Math.PI) / 100,
    method: 'Solar declination by day of the year; a few minutes off at middle latitudes',
  }
}

const LARGEST_NUMBER = 1_000_000_000_000

/** The prime factors of a whole number from 2, smallest first, repeated as often as they divide it. Null for any other. */
function findFactors(number: number): number[] | null {
  if (!Number.isInteger(number) || number < 2 || number > LARGEST_NUMBER) return null
  const factors: number[] = []
  let rest = number
  for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2) {
    while (rest % divisor === 0) {
      factors.push(divisor)
      rest /= divisor
    }
  }
  return rest > 1 ? [...factors, rest] : factors
}

/** A small paid service that is not the site's own, so that the catalog has something to watch. */
export type SampleService = {
  name: string
  habit: string
  path: string
  /** Parameters for the request that proves it. */
  example: string
  config: RouteConfig
  answer: (parameters: URLSearchParams) => object | null
  isDown: () => boolean
}

type Sample = Pick<SampleService, 'name' | 'habit' | 'answer'> & {
  accepts: RouteConfig['accepts']
  description: string
  subject: string
  input: Record<string, string | number>
  properties: Record<string, { type: string; description: string }>
  output: object
  isDown?: () => boolean
}

function sample({
  name,
  habit,
  answer,
  accepts,
  description,
  subject,
  isDown = () => false,
  ...io
}: Sample): SampleService {
  const { input, properties, output } = io
  const id = name.toLowerCase()
  return {
    name,
    habit,
    path: `/${id}`,
    example: Object.entries(input)
      .map((pair) => pair.join('='))
      .join('&'),
    config: {
      accepts,
      serviceName: name,
      iconUrl: iconUrl(id),
      tags: [subject, 'demo'],
      description,
      mimeType: 'application/json',
      extensions: declareDiscoveryExtension({
        input,
        inputSchema: { type: 'object', properties, required: Object.keys(properties) },
        output: { example: output },
      }),
    },
    answer,
    isDown,
  }
}

/** The three services. `elapsedMs` tells how long they have been up: two change with it. */
export async function sampleServices(elapsedMs: () => number): Promise<SampleService[]> {
  const payee = evmDevnetAccount('maker').address
  const payees = [payee, evmDevnetAccount('maker2').address]
  const onBase = { scheme: 'exact', network: BASE_SEPOLIA, payTo: payee } as const
  const onSolana = { scheme: 'exact', network: SOLANA_DEVNET, payTo: (await svmDevnetSigner('maker')).address } as const
  const today = new Date().toISOString().slice(0, 10)
  return [
    sample({
      name: 'Daylight',
      habit: 'answers',
      accepts: [
        { ...onBase, price: '$0.002' },
        { ...onSolana, price: '$0.002' },
      ],
      subject: 'astronomy',
      description: 'Hours between sunrise and sunset for a latitude and a date',
      input: { latitude: 38.72, date: today },
      properties: {
        latitude: { type: 'number', description: 'Degrees north, from -90 to 90' },
        date: { type: 'string', description: 'Year-month-day' },
      },
      output: { latitude: 38.72, date: '2026-06-21', hours: 14.88 },
      answer: (parameters) => findDaylight(numberOf(parameters, 'latitude'), parameters.get('date') ?? today),
    }),
    sample({
      name: 'Factors',
      habit: 'fails for one minute in three',
      accepts: { ...onBase, price: '$0.001' },
      subject: 'mathematics',
      description: 'Prime factors of a whole number up to a million million',
      input: { number: 360 },
      properties: { number: { type: 'integer', description: 'From 2 to 1000000000000' } },
      output: { number: 360, factors: [2, 2, 2, 3, 3, 5] },
      answer: (parameters) => {
        const number = numberOf(parameters, 'number')
        const factors = findFactors(number)
        return factors && { number, factors }
      },
      isDown: () => isFailing(elapsedMs()),
    }),
    sample({
      name: 'Dice',
      habit: 'changes its price and payee',
      accepts: {
        ...onBase,
        price: () => termsAt(elapsedMs()).price,
        payTo: () => payees[termsAt(elapsedMs()).payee] ?? payee,
      },
      subject: 'random',
      description: 'Throws of six-sided dice, from the operating system’s randomness',
      input: { count: 2 },
      properties: { count: { type: 'integer', description: 'How many dice, from 1 to 20' } },
      output: { throws: [3, 5] },
      answer: (parameters) => {
        const count = numberOf(parameters, 'count')
        if (!Number.isInteger(count) || count < 1 || count > 20) return null
        return { throws: Array.from({ length: count }, () => randomInt(1, 7)) }
      },
    }),
  ]
}

/** A name that no one can own; in the demo's catalog it leads to these services (lib/site/compose/open-bazaar.ts). */
const iconUrl = (name: string) => `http://icons.example.com/icons/${name}.png`

const numberOf = (parameters: URLSearchParams, name: string): number => {
  const text = parameters.get(name) ?? ''
  return text.trim() === '' ? Number.NaN : Number(text)
}

const MINUTE_MS = 60_000

/** Two minutes of work, then one of failures, from the start on. */
const isFailing = (elapsedMs: number): boolean => elapsedMs % (3 * MINUTE_MS) >= 2 * MINUTE_MS

const PRICES = ['$0.002', '$0.003', '$0.005'] as const

/** A price that changes every two minutes, and a payee that changes every six, between two wallets. */
function termsAt(elapsedMs: number): { price: string; payee: 0 | 1 } {
  const step = Math.floor(elapsedMs / (2 * MINUTE_MS))
  return { price: PRICES[step % PRICES.length] ?? PRICES[0], payee: Math.floor(step / PRICES.length) % 2 === 0 ? 0 : 1 }
}

/**
 * Serves one sample on loopback, sold by the stock SDK and settled by the facilitator at `facilitatorUrl`.
 * Rejects with the listener's error when the port cannot be had.
 */
export async function serveSample(
  service: SampleService,
  { port, facilitatorUrl }: { port: number; facilitatorUrl: string },
) {
  const seller = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }))
    .register(BASE_SEPOLIA, new ExactEvmScheme())
    .register(SOLANA_DEVNET, new ExactSvmScheme())
    .registerExtension(bazaarResourceServerExtension)
  const app = express().disable('x-powered-by')
  app.get('/icons/:name.png', async (request, response) => {
    const icon = await sampleIcon(request.params.name)
    if (icon) response.type('png').send(icon)
    else response.status(404).end()
  })
  app.use((_request, response, next) => {
    if (service.isDown()) response.status(503).json({ error: 'Resting. Ask again in a minute.' })
    else next()
  })
  app.use(
    paymentMiddlewareFromHTTPServer(new x402HTTPResourceServer(seller, { [`GET ${service.path}`]: service.config })),
  )
  app.get(service.path, (request, response) => {
    const answer = service.answer(new URL(request.url, 'http://localhost').searchParams)
    // An error status keeps the middleware from settling: undelivered content is not charged.
    if (answer === null)
      response.status(400).json({ error: `These parameters make no sense: ${service.example} does.` })
    else response.json(answer)
  })
  const server = await listen(app, port)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://localhost:${taken}${service.path}?${service.example}`, stop }
}

function listen(app: express.Express, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1')
    server.once('listening', () => resolve(server)).once('error', reject)
  })
}

const INK = '#14407f'
const PAPER = '#f3ecdd'
const SUN = '#d9902f'

const frame = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 64 64"><rect width="64" height="64" fill="${PAPER}"/>${inside}</svg>`
const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="5" fill="${INK}"/>`
const bar = (x: number, height: number) =>
  `<rect x="${x}" y="${52 - height}" width="8" height="${height}" fill="${INK}"/>`
const line = (y: number) => `<path d="M23 ${y}h20" stroke="${INK}" stroke-width="4"/>`

const drawings: Record<string, string> = {
  daylight: frame(
    `<circle cx="32" cy="42" r="16" fill="${SUN}"/><rect y="42" width="64" height="22" fill="${PAPER}"/><rect x="8" y="42" width="48" height="4" fill="${INK}"/>`,
  ),
  factors: frame([bar(10, 40), bar(24, 20), bar(34, 12), bar(44, 8)].join('')),
  article: frame(
    `<path d="M16 10h24l10 10v36H16z" fill="none" stroke="${INK}" stroke-width="4"/>${line(30)}${line(38)}${line(46)}`,
  ),
  text: frame(`${line(16)}${line(26)}<path d="M23 38h12" stroke="${SUN}" stroke-width="4"/>`),
  people: frame(`<circle cx="32" cy="22" r="9" fill="${INK}"/><path d="M12 54a20 20 0 0 1 40 0z" fill="${INK}"/>`),
  weather: frame(
    `<circle cx="40" cy="24" r="11" fill="${SUN}"/><path d="M16 48a9 9 0 0 1 2-18 13 13 0 0 1 25 4 7 7 0 0 1 1 14z" fill="${INK}"/>`,
  ),
  dice: frame(
    `<rect x="12" y="12" width="40" height="40" rx="7" fill="none" stroke="${INK}" stroke-width="4"/>${dot(23, 23)}${dot(32, 32)}${dot(41, 41)}`,
  ),
}

/** The icon of a sample service as PNG, 128 pixels square; null for an unknown name. */
async function sampleIcon(name: string): Promise<Buffer | null> {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  return drawing === undefined ? null : sharp(Buffer.from(drawing)).png().toBuffer()
}
