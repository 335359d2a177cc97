import { setTimeout as sleep } from 'node:timers/promises'
import type { SampleService } from './sample-services'

const TRIES = 24
const PAUSE_MS = 5_000

/**
 * Starts three small paid services beside the site and makes the catalog probe them, as any seller would. They are
 * extras: one whose port is taken is left out. `ports` has one for each; 0 takes a free one.
 */
export async function startServices(origin: string, ports: readonly number[]) {
  // Loaded late: the site must not wait for third-party middleware.
  const { sampleServices, serveSample } = await import('./sample-services')
  const startedAt = Date.now()
  const services = await sampleServices(() => Date.now() - startedAt)
  const end = new AbortController()
  const stops: (() => Promise<void>)[] = []
  const running: { name: string; habit: string; url: string }[] = []
  const problems: string[] = []
  for (const [index, service] of services.entries()) {
    const port = ports[index] ?? 0
    try {
      const served = await serveSample(service, { port, facilitatorUrl: `${origin}/facilitator` })
      stops.push(served.stop)
      running.push({ name: service.name, habit: service.habit, url: served.url })
    } catch (error) {
      problems.push(leftOut(service, port, error))
    }
  }
  const listing = Promise.all(running.map(({ url }) => offer(origin, url, end.signal)))
  const stop = async () => {
    end.abort()
    await listing
    await Promise.all(stops.map((stopOne) => stopOne()))
  }
  return { running, problems, stop }
}

function leftOut(service: SampleService, port: number, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE') return `The sample service ${service.name} did not start: ${message}.`
  return `Port ${port} is taken, so the sample service ${service.name} is left out; --services-port takes another first port.`
}

/** Asks for a probe until it is listed; the service may be resting, or its host may have been probed a moment ago. */
async function offer(origin: string, url: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt += 1) {
    if (await isListed(origin, url, signal)) return
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function isListed(origin: string, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/facilitator/discovery/probe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, method: 'GET' }),
      signal,
    })
    return ((await response.json()) as { status?: unknown }).status === 'success'
  } catch {
    // The site is busy or stopping; the next try tells.
    return false
  }
}
