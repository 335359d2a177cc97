import { expect, it, vi } from 'vitest'
import { answerFailure } from './problem'

const logged = () => ({ warn: vi.fn(), error: vi.fn() })

it('answers a failure with a reference that finds it in the log, and with nothing else of it', async () => {
  const log = logged()
  const error = new Error('a secret of ours')
  const response = answerFailure(error, {
    log,
    message: 'It failed',
    fields: { routeKey: 'GET /a' },
    headers: { vary: 'a' },
  })
  const { detail, code } = (await response.json()) as { detail: string; code: string }
  expect([response.status, response.headers.get('vary'), code]).toEqual([500, 'a', 'internal_error'])
  const [fields, message] = log.error.mock.calls[0] ?? []
  expect([fields, message]).toEqual([{ routeKey: 'GET /a', err: error, reference: expect.any(String) }, 'It failed'])
  expect(detail).toBe(`Something broke on our side. Reference: ${fields.reference}.`)
  expect(log.warn).not.toHaveBeenCalled()
})
