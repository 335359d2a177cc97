import { randomInt } from 'node:crypto'
import type { RouteConfig } from '@x402/core/server'
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { findDaylight } from '@/lib/site/demo/daylight'
import { findFactors } from '@/lib/site/demo/factors'
import { evmDevnetAccount, svmDevnetSigner } from '../../devnet/wallets'
import { isFailing, termsAt } from './service-behaviour'

/** A small paid service that is not the site's own, so that the catalog has something to watch. */
export type SampleService = {
  name: string
  /** How its behaviour changes over time. */
  habit: string
  path: string
  /** Parameters for the request that proves it. */
  example: string
  config: RouteConfig
  /** Its answer to the parameters; null when they make no sense. */
  answer: (parameters: URLSearchParams) => object | null
  isDown: () => boolean
}

/** The three services. `elapsedMs` tells how long they have been up: two change with it. */
export async function sampleServices(elapsedMs: () => number): Promise<SampleService[]> {
  const payee = evmDevnetAccount('maker').address
  const payees = [payee, evmDevnetAccount('maker2').address]
  const onBase = { scheme: 'exact', network: BASE_SEPOLIA, payTo: payee } as const
  const onSolana = { scheme: 'exact', network: SOLANA_DEVNET, payTo: (await svmDevnetSigner('maker')).address } as const
  const today = new Date().toISOString().slice(0, 10)
  return [
    {
      name: 'Daylight',
      habit: 'answers',
      path: '/daylight',
      example: `latitude=38.72&date=${today}`,
      config: {
        accepts: [
          { ...onBase, price: '$0.002' },
          { ...onSolana, price: '$0.002' },
        ],
        serviceName: 'Daylight',
        iconUrl: iconUrl('daylight'),
        tags: ['astronomy', 'demo'],
        description: 'Hours between sunrise and sunset for a latitude and a date',
        mimeType: 'application/json',
        extensions: discovery(
          { latitude: 38.72, date: today },
          {
            latitude: { type: 'number', description: 'Degrees north, from -90 to 90' },
            date: { type: 'string', description: 'Year-month-day' },
          },
          { latitude: 38.72, date: '2026-06-21', hours: 14.88 },
        ),
      },
      answer: (parameters) => findDaylight(numberOf(parameters, 'latitude'), parameters.get('date') ?? today),
      isDown: () => false,
    },
    {
      name: 'Factors',
      habit: 'fails for one minute in three',
      path: '/factors',
      example: 'number=360',
      config: {
        accepts: { ...onBase, price: '$0.001' },
        serviceName: 'Factors',
        iconUrl: iconUrl('factors'),
        tags: ['mathematics', 'demo'],
        description: 'Prime factors of a whole number up to a million million',
        mimeType: 'application/json',
        extensions: discovery(
          { number: 360 },
          { number: { type: 'integer', description: 'From 2 to 1000000000000' } },
          { number: 360, factors: [2, 2, 2, 3, 3, 5] },
        ),
      },
      answer: (parameters) => {
        const number = numberOf(parameters, 'number')
        const factors = findFactors(number)
        return factors && { number, factors }
      },
      isDown: () => isFailing(elapsedMs()),
    },
    {
      name: 'Dice',
      habit: 'changes its price and payee',
      path: '/dice',
      example: 'count=2',
      config: {
        accepts: {
          ...onBase,
          price: () => termsAt(elapsedMs()).price,
          payTo: () => payees[termsAt(elapsedMs()).payee] ?? payee,
        },
        serviceName: 'Dice',
        iconUrl: iconUrl('dice'),
        tags: ['random', 'demo'],
        description: 'Throws of six-sided dice, from the operating system’s randomness',
        mimeType: 'application/json',
        extensions: discovery(
          { count: 2 },
          { count: { type: 'integer', description: 'How many dice, from 1 to 20' } },
          { throws: [3, 5] },
        ),
      },
      answer: (parameters) => {
        const count = numberOf(parameters, 'count')
        if (!Number.isInteger(count) || count < 1 || count > 20) return null
        return { throws: Array.from({ length: count }, () => randomInt(1, 7)) }
      },
      isDown: () => false,
    },
  ]
}

/** A name that no one can own; in the demo's catalog it leads to these services (lib/site/compose/sample-icons.ts). */
const iconUrl = (name: string) => `http://icons.example.com/icons/${name}.png`

const numberOf = (parameters: URLSearchParams, name: string): number => {
  const text = parameters.get(name) ?? ''
  return text.trim() === '' ? Number.NaN : Number(text)
}

const discovery = (input: Record<string, unknown>, properties: Record<string, unknown>, example: object) =>
  declareDiscoveryExtension({
    input,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    output: { example },
  })
