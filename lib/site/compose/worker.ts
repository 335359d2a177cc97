import { listen } from '@/lib/base/infra/listen'
import { warnOfPayeesElsewhere } from '@/lib/gate/resource-server/payee-watch'
import type { Application } from './application'
import { type ProductJob, startJobs } from './product'

export type Worker = {
  /** Ends streams and jobs, waits for payments under way (until the limit) and for `answered`, and makes the last notes. */
  stop: (until: { limitMs: number; answered: Promise<void> }) => Promise<void>
}

/** Starts the jobs of all products. Any number of instances may run each at once. */
export async function startWorker({ products, jobs, env, database, metrics, log, pace }: Application): Promise<Worker> {
  await warnOfPayeesElsewhere({ database, publicOrigin: env.publicOrigin, log }).catch((error: unknown) =>
    log.fault('Whether other servers are paid at the same addresses could not be read', error),
  )
  const { base, bazaar, facilitator, gate, shop } = products
  const all = [base, facilitator, gate, bazaar, shop].flatMap((product): readonly ProductJob[] => product.jobs)
  const listening = listen({
    url: env.databaseDirectUrl ?? env.databaseUrl,
    ...shop.channel,
    onError: (error) => log.warn({ err: error }, 'Changes of shops are not heard; they are looked for instead'),
  })
  const stopJobs = startJobs([...all, ...jobs], { log, pace, ended: metrics.countRun })
  return {
    async stop({ limitMs, answered }) {
      const warn = async (work: Promise<unknown>[], message: string) => {
        for (const end of await Promise.allSettled(work)) {
          if (end.status === 'rejected') log.error({ err: end.reason }, message)
        }
      }
      await warn(
        [listening.stop(), stopJobs(), gate.stop(limitMs), answered],
        'A part of the site did not end in order',
      )
      // In parallel: no product must wait for another's notes.
      await warn(
        [shop, facilitator, bazaar, base].map((product) => product.stop()),
        'The last notes were not made',
      )
    },
  }
}
