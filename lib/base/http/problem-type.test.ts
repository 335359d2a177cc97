import { afterEach, expect, test } from 'vitest'
import { explainProblemsAt, problemResponse } from './problem'

afterEach(() => explainProblemsAt(null))

const typeOf = async () =>
  ((await problemResponse({ code: 'payment_in_progress', detail: '…' }).json()) as { type: string }).type

test('a problem names where its code is explained', async () => {
  explainProblemsAt('https://shop.example/docs/errors')
  expect(await typeOf()).toBe('https://shop.example/docs/errors#payment_in_progress')
})

test('in a process without such a page it names none', async () => {
  expect(await typeOf()).toBe('about:blank')
})
