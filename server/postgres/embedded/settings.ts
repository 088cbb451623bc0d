/** Settings of the built-in PostgreSQL. Durability is never traded for speed: checks.ts refuses such a server. */
import { totalmem } from 'node:os'

const GIB = 1024 ** 3

export function settings(sockets: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: '5432',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: totalmem() >= 2 * GIB ? '256MB' : '64MB',
    wal_buffers: '8MB',
    wal_compression: 'on',
    max_wal_size: '1GB',
    // Our queries are short and by key: JIT compilation costs more than running them, and the index is the better plan.
    jit: 'off',
    random_page_cost: '1.1',
    // Parallel workers take /dev/shm, of which a container has 64 MB.
    max_parallel_workers: '0',
    max_parallel_maintenance_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs, one file a day. Statements and error details contain personal data and are not logged.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}
