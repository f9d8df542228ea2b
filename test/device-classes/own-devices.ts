import { Device } from '../../src/compute/device.ts';
import { TestDevice } from '../compute/test-device.ts';

// Gives devices that tests open themselves the tested device class too.
const open = Device.open.bind(Device);
Device.open = (options) => open({ deviceClass: TestDevice.deviceClass, ...options });
