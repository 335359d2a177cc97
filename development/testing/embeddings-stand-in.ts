import type { IncomingMessage, RequestListener } from 'node:http'
import { z } from 'zod'

export const STAND_IN_DIMENSIONS = 1_024

/** Words that this stand-in treats as synonyms; a real model knows far more of them. */
const meanings: Record<string, string> = {
  boat: 'ferry',
  ship: 'ferry',
  departures: 'leaves',
  departure: 'leaves',
  quay: 'harbour',
}

const inputSchema = z.object({ model: z.string(), input: z.array(z.string()).max(256) })

export type StandInFault = 'down' | 'hangs' | 'wrong length' | 'garbage' | 'too few' | 'refuses long texts'

/**
 * An OpenAI-compatible embeddings endpoint without a model: a text's vector counts its words, each at different places,
 * synonyms at the same places. Equal texts get equal vectors, on every run.
 */
export function embeddingsStandIn(faultOf: () => StandInFault | null = () => null) {
  const asked: string[][] = []
  const listener: RequestListener = (request, response) => void answer(request, response)

  async function answer(...[request, response]: Parameters<RequestListener>): Promise<void> {
    const { input } = inputSchema.parse(JSON.parse(await readBody(request)))
    asked.push(input)
    const fault = faultOf()
    if (fault === 'hangs') return
    const isRefused = fault === 'refuses long texts' && input.some((text) => text.length > 1_500)
    if (fault === 'down' || isRefused) return void response.writeHead(isRefused ? 400 : 500).end()
    const vectors = input.map((text) => vectorOf(text, fault === 'wrong length' ? 64 : STAND_IN_DIMENSIONS))
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(fault === 'garbage' ? '<html>' : JSON.stringify({ data: fault === 'too few' ? data.slice(1) : data }))
  }

  return { listener, asked }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  vector[0] = 0.1
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) addWord(vector, meanings[word] ?? word)
  return vector
}

/** Eight places up or down by one, so that two words are hardly ever alike by chance. */
function addWord(vector: number[], word: string): void {
  for (let salt = 0; salt < 8; salt += 1) {
    const hash = hashOf(`${word} ${salt}`)
    const place = (hash >>> 1) % vector.length
    vector[place] = (vector[place] ?? 0) + (hash % 2 === 0 ? 1 : -1)
  }
}

/** FNV-1a, mixed once more. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (const character of word) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0
}
