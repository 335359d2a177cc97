/** Milliseconds of processor time that `work` takes. Other programs lengthen what a clock measures, and hardly this. */
export function userCpuMs(work: () => void): number {
  const from = process.cpuUsage()
  work()
  return process.cpuUsage(from).user / 1000
}
