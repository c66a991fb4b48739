"""An independent Modbus TCP server (Debian's python3-pymodbus) with every byte order, exceptions, and faults by share.

usage: modbus-server.py PORT LATE_SHARE NEVER_SHARE
Holding registers: 0 a counter that moves with each read, 10.. the number 1234.5 as float32 in the orders ABCD, CDAB,
BADC, DCBA; 20.. -123456 as int32 in the same orders; 30.. 0x4029000000000000 (12.5) as float64 in ABCD; 40 a bit field
0b1010; 41 the code 3. Addresses from 200 on do not exist (exception 2).
"""
import asyncio, random, struct, sys

import pymodbus
from pymodbus.server import StartAsyncTcpServer

try:
    from pymodbus.datastore import ModbusDeviceContext as Unit
    UNITS = {"devices": None}
except ImportError:
    from pymodbus.datastore import ModbusSlaveContext as Unit
    UNITS = {"slaves": None}
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext

port, late, never = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
random.seed(10)


def orders(packed):
    a = list(struct.unpack(">%dH" % (len(packed) // 2), packed))
    swap = lambda ws: [((w & 0xFF) << 8) | (w >> 8) for w in ws]
    return a, a[::-1], swap(a), swap(a[::-1])


words = [0] * 200
for i, ws in enumerate(orders(struct.pack(">f", 1234.5))):
    words[10 + 2 * i : 12 + 2 * i] = ws
for i, ws in enumerate(orders(struct.pack(">i", -123456))):
    words[20 + 2 * i : 22 + 2 * i] = ws
words[30:34] = orders(struct.pack(">d", 12.5))[0]
words[40], words[41] = 0b1010, 3


class Block(ModbusSequentialDataBlock):
    def getValues(self, address, count=1):
        found = super().getValues(address, count)
        first = address - self.address
        if first == 0:
            self.values[0] = (self.values[0] + 1) % 65536
        return found


block = Block(1, words)
unit = Unit(hr=block)
context = ModbusServerContext(**{key: unit for key in UNITS}, single=True)


async def main():
    """Answers pass a small proxy that delays or swallows some: pymodbus itself always answers at once."""
    inner = port + 1
    asyncio.get_running_loop().create_task(StartAsyncTcpServer(context, address=("127.0.0.1", inner)))
    await asyncio.sleep(0.5)

    async def serve(reader, writer):
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", inner)
        except OSError:
            writer.close()
            return

        async def requests():
            while data := await reader.read(4096):
                up_writer.write(data)
            up_writer.close()

        async def tell(data, after):
            await asyncio.sleep(after)
            if not writer.is_closing():
                writer.write(data)

        asyncio.create_task(requests())
        while data := await up_reader.read(4096):
            luck = random.random()
            if luck < never:
                continue
            asyncio.create_task(tell(data, 1.3 if luck < never + late else 0))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    print("pymodbus", pymodbus.__version__, "listens", flush=True)
    async with server:
        await server.serve_forever()


asyncio.run(main())
