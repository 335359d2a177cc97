import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Makes metrics for Prometheus, each with a sentence on what it shows and the names of its labels. */
export function metersOf(registry: Registry) {
  const described = (name: string, help: string, labelNames: string[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    counter: (name: string, help: string, ...labelNames: string[]) => new Counter(described(name, help, labelNames)),
    gauge: (name: string, help: string, ...labelNames: string[]) => new Gauge(described(name, help, labelNames)),
    /** @param above further limits, where thirty seconds are not the longest */
    seconds: (name: string, help: string, labelNames: string[], above: number[] = []) =>
      new Histogram({ ...described(name, help, labelNames), buckets: [...SECONDS, ...above] }),
  }
}
