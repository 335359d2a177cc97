import express from 'express'
import { createTurnpike, migrate } from 'turnpike-gate'
import { settings } from './settings.mjs'

await migrate(settings)
const turnpike = createTurnpike(settings)
await turnpike.ready()

const app = express()

app.get('/weather', turnpike.express({ price: '$0.01', description: 'The weather of a city' }), (request, response) => {
  response.json({ city: request.query.city ?? 'Lisbon', sky: 'clear', celsius: 21 })
})

app.post('/summaries', turnpike.express({ price: '$0.02' }), (request, response) => {
  const text = String(request.body?.text ?? '')
  if (text === '') return response.status(400).json({ error: 'Send {"text": "…"}. You were not charged.' })
  response.json({ summary: `${text.split(/\s+/).slice(0, 5).join(' ')} …` })
})

app.get('/', (_request, response) => response.json({ free: true }))

const server = app.listen(new URL(settings.origin).port, () => console.log(`Listening on ${settings.origin}`))

process.once('SIGTERM', () => server.close(() => turnpike.close()))
