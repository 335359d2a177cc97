import { runCommand } from './run-command'

/** Installs a package of Debian, as root. Two checks may do so at once: one waits for the other. */
export async function installDebianPackage(name: string): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await runCommand('apt-get', [...wait, 'update'])
  await runCommand('apt-get', [...wait, 'install', '-y', '--no-install-recommends', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}
