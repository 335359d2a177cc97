import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from '@/development/install-packages'
import type { Theme } from './look'
import type { Visit } from './visits'

type Scores = { performance: number; accessibility: number; 'best-practices': number }
const wanted: Scores = { performance: 95, accessibility: 100, 'best-practices': 95 }

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  lhr: {
    categories: Record<string, { score: number | null }>
    audits: Record<string, { id: string; score: number | null }>
    environment: { benchmarkIndex: number }
  }
} | null>

let opened: Promise<Lighthouse> | undefined

/** Lighthouse, which is installed when pages are first judged: with its own packages it is large. */
function openLighthouse(): Promise<Lighthouse> {
  const folder = resolve('.data', 'judge')
  installPackages(join(import.meta.dirname, 'packages'), folder)
  const file = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  return import(pathToFileURL(file).href).then((module: { default: Lighthouse }) => module.default)
}

type Judged = { port: number; origin: string; visit: Visit; cookie: string; theme: Theme }

/**
 * Lighthouse's scores (0 to 100) of a page as on a phone, the audits that lowered one below the goal, and its own
 * measure of the machine (`benchmarkIndex`): its slowdown of four is meant for 1,500 to 2,000.
 */
export async function judge({
  port,
  origin,
  visit,
  cookie,
  theme,
}: Judged): Promise<{ scores: Scores; audits: string[]; machine: number }> {
  const onlyCategories = Object.keys(wanted)
  const extraHeaders = { Cookie: `${cookie}; theme=${theme}` }
  // Pages for missing things answer 404, and are judged all the same.
  const flags = { port, onlyCategories, extraHeaders, ignoreStatusCode: true }
  opened ??= openLighthouse()
  const lighthouse = await opened
  const result = await lighthouse(`${origin}${visit.path}`, flags)
  if (!result) throw new Error(`Lighthouse gave no result for ${visit.path}.`)
  const { categories, audits, environment } = result.lhr
  const score = (name: keyof Scores) => Math.round((categories[name]?.score ?? 0) * 100)
  const scores = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
  const low = Object.values(audits).filter((audit) => audit.score !== null && audit.score < 0.9)
  return { scores, audits: isEnough(scores) ? [] : low.map(({ id }) => id), machine: environment.benchmarkIndex }
}

export const isEnough = (scores: Scores): boolean =>
  scores.performance >= wanted.performance &&
  scores.accessibility >= wanted.accessibility &&
  scores['best-practices'] >= wanted['best-practices']
