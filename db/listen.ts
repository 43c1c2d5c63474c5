import { Client } from 'pg';

const RECONNECT_AFTER = 1_000;

/**
 * Calls back when Postgres notifies a channel. While the connection is down it misses notifications, so the caller must
 * also poll.
 * @param url a postgres:// address
 * @returns a function that stops listening
 */
export function listen(url: string, channel: string, onNotify: () => void): () => Promise<void> {
  let client: Client | null = null;
  let isStopped = false;
  let reconnectTimer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const fresh = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    client = fresh;
    fresh.on('notification', onNotify);
    fresh.on('error', () => fresh.end().catch(() => {}));
    fresh.on('end', reconnect);
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch {
      await fresh.end().catch(() => {});
      reconnect();
    }
  };
  const reconnect = () => {
    if (isStopped) return;
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(connect, RECONNECT_AFTER);
  };
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(reconnectTimer);
    await client?.end().catch(() => {});
  };
}
