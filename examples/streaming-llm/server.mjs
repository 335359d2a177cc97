import { once } from 'node:events'
import express from 'express'
import { createTurnpike, migrate } from 'turnpike-gate'
import { settings } from './settings.mjs'
import { complete } from './stand-in.mjs'

const PRICE_PER_TOKEN = 1_000n // Of USDC's millionths: $0.001.

await migrate(settings)
const turnpike = createTurnpike(settings)
await turnpike.ready()

const app = express()

// The buyer pays out of a channel: for each token before it is sent, and $0.05 for an answer at most.
const price = turnpike.express({
  price: '$0.05',
  scheme: 'upto',
  isStreaming: true,
  description: 'Answers a question, token by token. $0.001 a token',
})

app.post('/v1/chat/completions', price, async (request, response) => {
  const question = request.body?.messages?.at?.(-1)?.content
  if (typeof question !== 'string' || question === '') {
    return response
      .status(400)
      .json({ error: 'Send {"messages": [{"role": "user", "content": "…"}]}. You were not charged.' })
  }
  const { meter, buyer } = response.locals.turnpike
  response.type('text/event-stream')
  for await (const content of complete(question)) {
    // One more than the buyer has signed for would spoil the whole charge.
    if (response.destroyed || meter.total() + PRICE_PER_TOKEN > (buyer.maximumAtomic ?? meter.total())) break
    meter.charge(PRICE_PER_TOKEN)
    const event = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] }
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await once(response, 'drain')
  }
  response.end('data: [DONE]\n\n')
})

const server = app.listen(new URL(settings.origin).port, () => console.log(`Listening on ${settings.origin}`))

process.once('SIGTERM', () => server.close(() => turnpike.close()))
