export type NodePorts = { name: string; port: number; restPort: number }

type NodePlace = { etcdUrl: string; dataDir: string; binaries: string; isSynchronous: boolean }

/** Patroni's configuration of one node, as JSON, which is YAML. The passwords are for loopback. */
export function patroniConfiguration({ name, port, restPort }: NodePorts, place: NodePlace) {
  const { etcdUrl, dataDir, binaries, isSynchronous } = place
  const everywhere = ['all', '127.0.0.1/32', 'scram-sha-256']
  return {
    scope: 'turnpike',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: etcdUrl },
    bootstrap: {
      dcs: {
        // A dead primary is replaced after `ttl` at the latest.
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, shared_buffers: '64MB', max_wal_size: '256MB', timezone: 'UTC' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [`host all ${everywhere.join(' ')}`, `host replication ${everywhere.join(' ')}`],
      users: { admin: { password: 'admin', options: ['superuser'] } },
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binaries,
      pgpass: `${dataDir}.pgpass`,
      parameters: { unix_socket_directories: '' },
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewind', password: 'rewind' },
      },
    },
  }
}

/**
 * HAProxy asks each Patroni for its role, sends connections of one port to the primary and those of the other to its
 * replicas, and cuts the connections to a server that has lost its role.
 */
export function haproxyConfiguration(
  nodes: NodePorts[],
  { primaryPort, replicaPort }: { primaryPort: number; replicaPort: number },
): string {
  const servers = nodes.map(
    ({ name, port, restPort }) => `    server ${name} 127.0.0.1:${port} maxconn 100 check port ${restPort}`,
  )
  const section = (name: string, port: number, path: string) =>
    [
      `listen ${name}`,
      `    bind 127.0.0.1:${port}`,
      `    option httpchk OPTIONS ${path}`,
      '    http-check expect status 200',
      '    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ].join('\n')
  const head = [
    'global',
    '    maxconn 400',
    'defaults',
    '    mode tcp',
    '    timeout connect 4s',
    '    timeout check 2s',
  ]
  const rest = ['    timeout client 30m', '    timeout server 30m', '    retries 1']
  return [
    [...head, ...rest].join('\n'),
    section('primary', primaryPort, '/primary'),
    section('replicas', replicaPort, '/replica'),
    '',
  ].join('\n\n')
}
