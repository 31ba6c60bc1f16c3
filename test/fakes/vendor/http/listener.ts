import { Connection, type ConnectionSlot, type ExchangeHandler } from "./connection.ts";

export interface HttpListener {
  readonly port: number;
  /** Connections that are open now. */
  readonly connections: number;
  /** Stops listening and resets every open connection, stalled ones included. */
  stop(): void;
}

/** Listens on TCP and hands each parsed request to `handler`. Port 0 picks a free one. */
export function listenHttp(options: {
  host: string;
  port: number;
  handler: ExchangeHandler;
}): HttpListener {
  const open = new Set<Connection>();
  const forget = (connection: Connection | undefined): void => {
    if (connection === undefined) return;
    open.delete(connection);
    connection.gone();
  };
  const server = Bun.listen<ConnectionSlot>({
    hostname: options.host,
    port: options.port,
    data: { connection: undefined },
    socket: {
      open(socket) {
        const connection = new Connection(socket, options.handler);
        socket.data = { connection };
        socket.setNoDelay(true);
        open.add(connection);
      },
      data(socket, chunk) {
        socket.data.connection?.received(chunk);
      },
      drain(socket) {
        socket.data.connection?.drain();
      },
      close(socket) {
        forget(socket.data.connection);
      },
      end(socket) {
        forget(socket.data.connection);
        socket.end();
      },
      error(socket) {
        forget(socket.data.connection);
      },
    },
  });
  return {
    port: server.port,
    get connections() {
      return open.size;
    },
    stop() {
      server.stop(false);
      for (const connection of open) connection.shutDown();
      open.clear();
      server.stop(true);
    },
  };
}
