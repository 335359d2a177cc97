import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFacilitatorMetrics } from '@/lib/facilitator/metrics'
import { createFigures } from '@/lib/site/operations/create-figures'
import { createMetrics } from '@/lib/site/operations/create-metrics'

/** Names in the metrics of an instance, and Prometheus' own. */
function exportedNames(): Set<string> {
  const { registry } = createMetrics()
  createFacilitatorMetrics(registry)
  createFigures(registry, { warn: () => {} })
  const suffixes = ['', '_bucket', '_sum', '_count']
  return new Set(['up', ...registry.getMetricsAsArray().flatMap(({ name }) => suffixes.map((suffix) => name + suffix))])
}

/** The metrics in an expression: every word that is no function, keyword, label or duration. */
const namesIn = (expression: string) =>
  expression
    .replace(/\{[^}]*\}|\b(?:by|on)\s*\([^)]*\)|\[\w+\]|\b[\d.]+(?:e\d+)?\b/g, ' ')
    .match(/\b[a-z]\w+\b(?!\s*\()/g)
    ?.filter((word) => !['and', 'or', 'unless', 'sum', 'max', 'min'].includes(word)) ?? []

const rules = [...readFileSync('deploy/monitoring/alerts.yml', 'utf8').matchAll(/expr: (.+)/g)].map(
  ([, found = '']) => found,
)
const panels = [...readFileSync('deploy/monitoring/dashboard.json', 'utf8').matchAll(/"expr": (".+")/g)].map(
  ([, found = '""']) => JSON.parse(found) as string,
)

test.each([
  ['alert rules', rules, 13],
  ['panels', panels, 20],
])('the %s ask for what an instance exports only', (_what, expressions, atLeast) => {
  expect(expressions.length).toBeGreaterThanOrEqual(atLeast)
  const exported = exportedNames()
  for (const expression of expressions) {
    expect(namesIn(expression).length, expression).toBeGreaterThan(0)
    for (const name of namesIn(expression)) expect(exported, expression).toContain(name)
  }
})

test('a job that has never ended well shows it', async () => {
  const { registry, countRun } = createMetrics()
  countRun('send webhooks and mail', false)
  const shown = await registry.metrics()
  expect(shown).toContain('turnpike_job_runs_total{task="send webhooks and mail",outcome="success"} 0')
  expect(shown).toContain('turnpike_job_runs_total{task="send webhooks and mail",outcome="failure"} 1')
})
