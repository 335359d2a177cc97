import { rawRequest } from '../raw-request'
import type { Target } from '../targets'

/** Other spellings of one paid path, as proxies and frameworks read them. */
export const spellings = [
  '/cheap/',
  '/CHEAP',
  '/Cheap',
  '//cheap',
  '/cheap//',
  '/cheap%2F',
  '/cheap%5C',
  '/cheap%00',
  '/cheap;jsessionid=1',
  '/cheap.rsc',
  '/cheap.json',
  '/cheap%252F',
  '/%2563heap',
  '/cheap%ff',
]

/** Requests without any proof in every method and spelling; counts answers and handler runs. */
export async function askUnpaid(target: Target) {
  const runsBefore = (await target.runs())['/cheap'] ?? 0
  const served: string[] = []
  for (const path of ['/cheap', ...spellings]) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await rawRequest(target.origin, path, { method })
      if (status < 300) served.push(`${method} ${path}`)
    }
  }
  return { served, runs: ((await target.runs())['/cheap'] ?? 0) - runsBefore }
}
