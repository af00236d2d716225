"""Redis's publish and subscribe as our channel layer, cut to what a room says: small announcements that may be lost.

Three things are other than in channels_redis. A group is everybody in it in the *other* processes: what a process says
its own sockets hear without a layer (tables/live/broadcast.py), so what comes back, marked with the loop's tag, is
dropped unread. An announcement is written and not waited for: a task reads the answers, and says what Redis refuses.
And when Redis is stuck, announcements are dropped instead of piling up: whoever misses one finds the gap in the
versions.
"""

import asyncio
import logging
import secrets
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _wrap_close, create_pool

log = logging.getLogger(__name__)
TAG_BYTES = 8
UNTAGGED = bytes(TAG_BYTES)
# So much unsent means that Redis does not read.
MOST_WAITING = 4 * 2**20
ANSWER_BYTES = 65_536


class RoomLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # channels_redis is untyped
    """The layer settings name; a part of it for each event loop."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """To everybody in the group in other processes."""
        await self._get_layer().group_send(group, message)

    async def receive(self, channel: str) -> dict[str, Any]:
        """The next message for one of this process's channels."""
        received: dict[str, Any] = await self._get_layer().receive(channel)
        return received

    def deserialize(self, message: bytes) -> Any:
        """A message as it was sent."""
        return super().deserialize(message[TAG_BYTES:])

    def _get_layer(self) -> "LoopLayer":
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        layer: LoopLayer = self._layers[loop]
        return layer


class LoopLayer(RedisPubSubLoopLayer):  # type: ignore[misc]
    """The layer in one event loop."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tag = secrets.token_bytes(TAG_BYTES)
        plain: list[RedisSingleShardConnection] = vars(self)["_shards"]
        self._shards = [Shard(shard.host, self) for shard in plain]

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """To one channel, wherever it is."""
        await self._get_shard(channel).publish(channel, UNTAGGED + self.channel_layer.serialize(message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """To everybody in the group in other processes."""
        name = self._get_group_channel_name(group)
        await self._get_shard(name).publish(name, self.tag + self.channel_layer.serialize(message))


class Shard(RedisSingleShardConnection):  # type: ignore[misc]
    """One Redis: its subscriptions as in channels_redis, and a connection that only speaks."""

    def __init__(self, host: Any, channel_layer: LoopLayer) -> None:
        super().__init__(host, channel_layer)
        self._speaker: Any = None
        self._answers: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()

    async def publish(self, channel: str, message: bytes) -> None:
        """Write it. Raises when Redis cannot be reached."""
        speaker = self._speaker or await self._connect()
        writer = speaker._writer
        if writer.transport.get_write_buffer_size() > MOST_WAITING:
            raise ConnectionError("the broker does not read what it is sent")
        name = channel.encode()
        writer.write(b"*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n" % (len(name), name, len(message), message))

    async def flush(self) -> None:
        """Close everything; it is opened again when it is needed."""
        await super().flush()
        if self._answers is not None:
            self._answers.cancel()
            await asyncio.gather(self._answers, return_exceptions=True)

    async def _connect(self) -> Any:
        async with self._connecting:
            if self._speaker is None:
                speaker = create_pool(self.host).make_connection()
                await speaker.connect()
                self._speaker, self._answers = speaker, asyncio.create_task(self._read_answers(speaker))
            return self._speaker

    async def _read_answers(self, speaker: Any) -> None:
        """To the end of the connection; then the next announcement opens another."""
        try:
            while answers := await speaker._reader.read(ANSWER_BYTES):
                # How many heard it is nobody's business; a minus begins an error.
                if b"-" in answers:
                    log.error("the broker refused an announcement: %s", answers[answers.index(b"-") :][:200])
        except OSError as error:
            log.warning("the connection to the broker was lost: %s", error)
        finally:
            self._speaker = None
            await speaker.disconnect(nowait=True)

    def _receive_message(self, message: dict[str, Any] | None) -> None:
        if message is None or not message["data"].startswith(self.channel_layer.tag):
            super()._receive_message(message)
