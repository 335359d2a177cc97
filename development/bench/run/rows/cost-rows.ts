import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, pick } from '../bench'
import { COUNTED_AFTER_MS, readDatabaseCounters } from '../measure/database-counters'
import { median } from '../measure/median'
import { readCpuMs, readWriteCalls } from '../measure/process-cost'
import { type Row, verdictOf } from '../row'
import type { OurSite } from '../world/start-our-site'
import type { PaidWorld, Side } from './paid-world'

const IDLE_MS = 12_000

type Spent = {
  serverMs: number
  databaseMs: number
  commits: number
  walSyncs: number
  walBytes: number
}

/** Writes are counted only while requests are in flight: an idle site's are too many to be subtracted. */
type Cost = Spent & { writes: number }

/** The machine's cost of a paid GET at 20 in flight, including the work in the background that follows it. */
export async function measureCostRows(bench: Bench, { stock, ours }: PaidWorld): Promise<Row[]> {
  if (!bench.wants('paid', 'cost')) return []
  const count = pick(bench, 300, 200)
  const [stockCosts, ourLoads]: [Pick<Cost, 'serverMs' | 'writes'>[], Load[]] = [[], []]
  await sleep(COUNTED_AFTER_MS) // Earlier statements are counted by then.
  const idleBefore = await perMillisecond(ours.server)
  for (let round = 0; round < bench.rounds; round += 1) {
    stockCosts.push(await costOfStock(stock, count))
    ourLoads.push(await loadOurs(ours, count))
  }
  // What earlier rows left to do in the background is no part of an idle site.
  const idle = combine(idleBefore, await perMillisecond(ours.server), Math.min)
  const ourCosts = ourLoads.map(({ spent, took, writes }) => ({
    ...combine(spent, idle, (all, perMs) => (all - perMs * took) / count),
    writes,
  }))
  return [cpuRow(stockCosts, ourCosts), commitsRow(ourCosts), writesRow(stockCosts, ourCosts)]
}

async function readAll({ pid, databasePid, databaseUrl }: OurSite): Promise<Spent> {
  return {
    serverMs: readCpuMs(pid),
    databaseMs: readCpuMs(databasePid),
    ...(await readDatabaseCounters(databaseUrl)),
  }
}

function combine(a: Spent, b: Spent, how: (a: number, b: number) => number): Spent {
  const { serverMs, databaseMs, commits, walSyncs, walBytes } = a
  return {
    serverMs: how(serverMs, b.serverMs),
    databaseMs: how(databaseMs, b.databaseMs),
    commits: how(commits, b.commits),
    walSyncs: how(walSyncs, b.walSyncs),
    walBytes: how(walBytes, b.walBytes),
  }
}

/** The cost of an idle site in a millisecond. */
async function perMillisecond(site: OurSite): Promise<Spent> {
  const [before, startedAt] = [await readAll(site), performance.now()]
  await sleep(IDLE_MS)
  const [after, took] = [await readAll(site), performance.now() - startedAt]
  return combine(after, before, (end, start) => (end - start) / took)
}

type Load = { spent: Spent; took: number; writes: number }

async function loadOurs({ server, pay }: Side<OurSite>, count: number): Promise<Load> {
  const [before, startedAt] = [await readAll(server), performance.now()]
  const writesBefore = readWriteCalls(server.pid)
  await pay(count, 20)
  const writes = (readWriteCalls(server.pid) - writesBefore) / count
  await sleep(COUNTED_AFTER_MS)
  const [after, took] = [await readAll(server), performance.now() - startedAt]
  return { writes, took, spent: combine(after, before, (end, start) => end - start) }
}

/** The stock server has no database, and does nothing in the background. */
async function costOfStock({ server, pay }: Side, count: number) {
  const [cpuBefore, writesBefore] = [readCpuMs(server.pid), readWriteCalls(server.pid)]
  await pay(count, 20)
  return {
    serverMs: (readCpuMs(server.pid) - cpuBefore) / count,
    writes: (readWriteCalls(server.pid) - writesBefore) / count,
  }
}

const list = <T extends Partial<Cost>>(costs: T[], figure: keyof T) => costs.map((cost) => Number(cost[figure]))
const inWords = (value: number, unit = '') => `${value.toFixed(1)}${unit}`
const OF_EACH =
  'Per paid GET at 20 in flight, what follows in the background within 11 s included, less what an idle site does.'

function cpuRow(stockCosts: Pick<Cost, 'serverMs'>[], ourCosts: Cost[]): Row {
  const [server, database] = [list(ourCosts, 'serverMs'), list(ourCosts, 'databaseMs')]
  const stock = list(stockCosts, 'serverMs')
  return {
    name: 'cpu',
    title: 'CPU of the server per paid GET',
    meaning: `${OF_EACH} User and system time of the server's process, its threads and children; then that of all processes of PostgreSQL, those that have ended included.`,
    stock: inWords(median(stock), ' ms'),
    ours: `${inWords(median(server), ' ms')}, database ${inWords(median(database), ' ms')}`,
    goal: '<= 6 ms, database <= 2 ms',
    verdict: verdictOf(median(server) <= 6 && median(database) <= 2),
    figures: { 'stock serverMs': stock, 'ours serverMs': server, 'ours databaseMs': database },
  }
}

function commitsRow(ourCosts: Cost[]): Row {
  const [commits, walSyncs, walBytes] = [
    list(ourCosts, 'commits'),
    list(ourCosts, 'walSyncs'),
    list(ourCosts, 'walBytes'),
  ]
  return {
    name: 'commits',
    title: 'database commits per paid GET',
    meaning: `${OF_EACH} Committed transactions (pg_stat_database), and how often the log was forced to the disk (pg_stat_io), which several commits may share.`,
    stock: '0',
    ours: `${inWords(median(commits))}, ${median(walSyncs).toFixed(2)} syncs, ${(median(walBytes) / 1024).toFixed(1)} KiB of log`,
    goal: '<= 3, one of which waits for the disk before money moves',
    verdict: verdictOf(median(commits) <= 3 && median(walSyncs) <= 1),
    figures: { 'ours commits': commits, 'ours walSyncs': walSyncs, 'ours walBytes': walBytes },
  }
}

function writesRow(stockCosts: Pick<Cost, 'writes'>[], ourCosts: Cost[]): Row {
  const [stock, ours] = [list(stockCosts, 'writes'), list(ourCosts, 'writes')]
  return {
    name: 'writes',
    title: 'socket writes per paid GET',
    meaning: `Calls of write and writev by the server's process while 20 are in flight (syscw of /proc/<pid>/io): sockets to the buyer, the database and the chain, and the bytes by which its threads wake each other.`,
    stock: inWords(median(stock)),
    ours: inWords(median(ours)),
    goal: '<= 10',
    verdict: verdictOf(median(ours) <= 10),
    figures: { 'stock writes': stock, 'ours writes': ours },
  }
}
