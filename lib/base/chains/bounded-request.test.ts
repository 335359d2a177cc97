import { type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { requestBounded, requestNode } from './bounded-request'

type Answer = (response: ServerResponse, place: { connection: number; isFirst: boolean }) => void

/** A node that knows on which of its connections it is asked, and whether for the first time there. */
async function startNode(answer: Answer) {
  const places = new Map<IncomingMessage['socket'], number>()
  const asked: number[] = []
  const { origin: url } = await serveNode((request, response) => {
    const isFirst = !places.has(request.socket)
    if (isFirst) places.set(request.socket, places.size + 1)
    const connection = places.get(request.socket) ?? 0
    asked.push(connection)
    request.resume().on('end', () => answer(response, { connection, isFirst }))
  })
  const ask = () => requestBounded(url, { method: 'POST', body: '{}' }, { timeoutMs: 5_000 })
  return { url, ask, asked }
}

describe('a connection that was kept', () => {
  it('and closed in the meantime is replaced by a new one', async () => {
    const { ask, asked } = await startNode((response, { isFirst }) =>
      isFirst ? response.end('{}') : response.socket?.resetAndDestroy(),
    )
    await Promise.all([ask(), ask(), ask()])
    expect(asked).toEqual([1, 2, 3])
    expect((await ask()).status).toBe(200)
    expect(asked.slice(3).toSorted()).toEqual([1, 2, 3, 4])
  })

  it('and cut while it answers is not asked again', async () => {
    const { ask, asked } = await startNode((response, { isFirst }) => {
      if (isFirst) return response.end('{}')
      response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy())
    })
    await ask()
    await expect(ask()).rejects.toThrow(TypeError)
    expect(asked).toEqual([1, 1])
  })
})

it('gives a node that was silent two seconds, until it answers again or half a minute has passed', async () => {
  let isSilent = true
  const { url } = await startNode((response) => !isSilent && response.end('{}'))
  const ask = (timeoutMs: number) => requestNode(url, { method: 'POST', body: '{}' }, { timeoutMs })
  const given: unknown[] = []
  const real = setTimeout
  const limits = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    given.push(ms)
    return real(work, isSilent ? 20 : ms)
  }) as typeof setTimeout)
  // A look with little time makes no node silent.
  for (const timeoutMs of [1_500, 10_000, 10_000]) await expect(ask(timeoutMs)).rejects.toThrow(DOMException)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
  await expect(ask(10_000)).rejects.toThrow(DOMException)
  isSilent = false
  for (const timeoutMs of [10_000, 10_000]) await ask(timeoutMs)
  expect(given).toEqual([1_500, 10_000, 2_000, 10_000, 2_000, 10_000])
  for (const spy of [limits, clock]) spy.mockRestore()
})

it('does not ask twice on a new connection', async () => {
  const { ask, asked } = await startNode((response) => response.socket?.resetAndDestroy())
  await expect(ask()).rejects.toThrow(TypeError)
  expect(asked).toEqual([1])
})
